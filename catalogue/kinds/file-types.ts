/** Every type of file the portal takes, with the endings it may have; what a file is, its content decides. */
export const fileTypes = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type FileMime = keyof typeof fileTypes

/** What certificates come as: pictures and scans, which can be looked at in place. */
export const scans: readonly string[] = ['jpg', 'jpeg', 'png', 'pdf']

/** What contracts, notices and tables of results come as too: documents of an office, which are only handed out as they are. */
export const papers: readonly string[] = [...scans, 'docx', 'xlsx']

const isKnown = (mime: string): mime is FileMime => Object.hasOwn(fileTypes, mime)

/** The endings of a type; none for one the portal does not take. */
export const endingsOf = (mime: string): readonly string[] => (isKnown(mime) ? fileTypes[mime] : [])

/** Word or Excel: not shown in place, only handed out. */
export const isOfficeFile = (mime: string): boolean => mime.startsWith('application/vnd.openxmlformats-officedocument.')
