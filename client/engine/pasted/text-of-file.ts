/** A larger file is no table that is pasted in one go. */
const mostBytes = 1_000_000

/**
 * The text of a table that a spreadsheet saved as CSV or text: in UTF-8, or in the code page that Windows
 * writes; with tabs between the cells, so that it can be read on like what is pasted. Null for a file that is
 * no table.
 */
export async function textOfFile(file: File): Promise<string | null> {
  if (file.size > mostBytes) return null
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.includes(0)) return null
  const text = decoded(bytes)
  return text.includes('\t') ? text : withTabs(text)
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** Commas between cells as tabs; within quotes commas stay, and two quotes are one. */
export const withTabs = (csv: string): string =>
  csv
    .split(/\r?\n/)
    .map((line) =>
      [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)]
        .map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
        .join('\t'),
    )
    .join('\n')
