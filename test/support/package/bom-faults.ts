import type { Bom } from '../../../main/package/sbom.ts';

/** Faults in the form of a bill of materials (CycloneDX 1.5, JSON), one sentence each. */
export function bomFaults(bom: Bom): string[] {
  const faults: string[] = [];
  if (bom.bomFormat !== 'CycloneDX') faults.push('bomFormat is not "CycloneDX"');
  if (bom.specVersion !== '1.5') faults.push(`specVersion is "${bom.specVersion}", not "1.5"`);
  if (!Number.isInteger(bom.version) || bom.version < 1) faults.push('version is no whole number from 1 on');
  const refs = [bom.metadata.component['bom-ref'], ...bom.components.map((one) => one['bom-ref'])];
  if (new Set(refs).size !== refs.length) faults.push('a bom-ref is there twice');
  for (const one of bom.components) {
    if (!one.type || !one.name || !one.version) faults.push(`${one['bom-ref']} lacks its type, name or version`);
    if (!one.licenses?.length) faults.push(`${one['bom-ref']} names no licence`);
    if (one.type === 'library' && !one.purl?.startsWith('pkg:npm/'))
      faults.push(`${one['bom-ref']} has no purl of npm`);
  }
  const known = new Set(refs);
  for (const { ref, dependsOn = [] } of bom.dependencies) {
    for (const other of [ref, ...dependsOn])
      if (!known.has(other)) faults.push(`a dependency names ${other}, which is not there`);
  }
  return faults;
}
