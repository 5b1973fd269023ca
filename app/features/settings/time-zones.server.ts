// The time zones to choose from.

/** By continent, as the runtime knows them; `chosen` is always among them. */
export function listTimeZones(chosen: string): { area: string; zones: string[] }[] {
  const areas = new Map<string, string[]>();
  for (const zone of new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])) {
    const area = zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'Other';
    areas.set(area, [...(areas.get(area) ?? []), zone]);
  }
  return [...areas].map(([area, zones]) => ({ area, zones: zones.sort() }));
}
