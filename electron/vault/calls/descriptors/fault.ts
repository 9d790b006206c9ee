/**
 * A descriptor that cannot explain the bytes: it is wrong, or they are about something else. The message is the end of
 * a sentence.
 */
export class DescriptorFault extends Error {}
