// The repository's own config file, as far as it says what form the repository has. Git reads these keys from
// this file alone, without includes; for every other setting git is asked.

/** Settings by lower-case `section.key` or `section.sub.key`, the last one winning; null where the text is odd. */
export function parseConfig(text: string): Map<string, string> | null {
  const settings = new Map<string, string>();
  let section = '';
  for (const line of text.replace(/^\ufeff/, '').split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed[0] === '#' || trimmed[0] === ';') continue;
    if (trimmed.endsWith('\\')) return null;
    const heading = /^\[\s*([A-Za-z0-9.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]\s*([^#;].*)?$/.exec(trimmed);
    if (heading?.[3]) return null;
    if (heading) section = heading[1]!.toLowerCase() + (heading[2] === undefined ? '' : `.${heading[2]}`);
    else if (!addSetting(settings, section, trimmed)) return null;
  }
  return settings;
}

/** Git's idea of a true value. */
export function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(true|yes|on|[1-9]\d*)$/i.test(value);
}

function addSetting(settings: Map<string, string>, section: string, line: string): boolean {
  const pair = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/.exec(line);
  if (!pair || section === '') return false;
  const value = pair[2] === undefined ? 'true' : plainValue(pair[2]);
  settings.set(`${section}.${pair[1]!.toLowerCase()}`, value);
  return true;
}

function plainValue(raw: string): string {
  if (raw.startsWith('"')) return /^"((?:[^"\\]|\\.)*)"/.exec(raw)?.[1] ?? raw;
  return raw.replace(/\s*[#;].*$/, '').trim();
}
