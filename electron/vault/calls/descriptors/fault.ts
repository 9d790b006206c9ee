/** A descriptor cannot say what the bytes do: it is wrong, or the bytes are not what it is about. The message is the end of a sentence. */
export class DescriptorFault extends Error {}
