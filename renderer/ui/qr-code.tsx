import encodeQR from 'qr';
import './qr-code.css';

interface QrCodeProps {
  readonly text: string;
  /** The accessible name: "QR code of the address". */
  readonly label: string;
  /** Less correction for more text: for codes that are shown on a screen alone. */
  readonly dense?: boolean;
}

/** A QR code (ISO/IEC 18004) with its quiet zone. Dark on light in every theme, because readers expect that. */
export function QrCode({ text, label, dense = false }: QrCodeProps) {
  const modules = encodeQR(text, 'raw', { ecc: dense ? 'low' : 'medium', border: 4 });
  const path = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
