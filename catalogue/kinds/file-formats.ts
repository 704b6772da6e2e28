/** Codes of the dictionary resourceFormat by the ending of a file's name. */
const formats: Readonly<Record<string, string>> = {
  pdf: 'pdf',
  doc: 'doc',
  docx: 'doc',
  txt: 'doc',
  xls: 'xls',
  xlsx: 'xls',
  csv: 'xls',
  ppt: 'ppt',
  pptx: 'ppt',
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  mp3: 'audio',
  mp4: 'video',
  webm: 'video',
  zip: 'zip',
}

/** Format of a file as a code of the dictionary resourceFormat. */
export const fileFormat = (name: string): string =>
  formats[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'other'
