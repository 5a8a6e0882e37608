import { useMemo } from 'preact/hooks';
import { encode } from 'uqr';

/** White modules around a code, by which a camera finds it: ISO/IEC 18004 requires 4. */
const QUIET = 4;

/** A text as a QR code, dark on white in every theme. `label`: its description for screen readers. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: width } = encode(text, { border: QUIET, ecc: 'M' });
    const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''));
    return { size: width, path: rows.join('') };
  }, [text]);
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
