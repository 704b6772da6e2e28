/** Every type of file that the portal takes, with its endings. The server decides the type by the content. */
export const fileTypes = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/msword': ['doc'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'text/plain': ['txt', 'csv'],
  // Captions of a recording (WebVTT).
  'text/vtt': ['vtt'],
  'application/zip': ['zip'],
  'video/mp4': ['mp4'],
  'video/webm': ['webm'],
  'audio/mpeg': ['mp3'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type FileMime = keyof typeof fileTypes

/** Files of certificates: pictures and PDF, which every browser shows. */
export const scans: readonly string[] = ['jpg', 'jpeg', 'png', 'pdf']

/**
 * Files of contracts, notices and tables of results: also Word and Excel, which the viewer draws in the
 * browser.
 */
export const papers: readonly string[] = [...scans, 'docx', 'xlsx']

/** Files that contents may have as attachments. */
export const attachable: readonly string[] = [
  ...papers,
  'pptx',
  'doc',
  'xls',
  'ppt',
  'txt',
  'csv',
  'zip',
  'mp4',
  'webm',
  'mp3',
  'vtt',
]

const isKnown = (mime: string): mime is FileMime => Object.hasOwn(fileTypes, mime)

/** The type of a file by the ending of its name; undefined for one that the portal does not take. */
export const mimeOfName = (name: string): string | undefined => {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  return Object.entries(fileTypes).find(([, endings]) => endings.some((one) => one === ending))?.[0]
}

/** The endings of a type; none for one the portal does not take. */
export const endingsOf = (mime: string): readonly string[] => (isKnown(mime) ? fileTypes[mime] : [])

/** The viewers of files, and `none`. */
export const viewKinds = [
  'image',
  'pdf',
  'video',
  'audio',
  'text',
  'zip',
  'document',
  'sheets',
  'slides',
  'none',
] as const
export type ViewKind = (typeof viewKinds)[number]

const views: Readonly<Record<FileMime, ViewKind>> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'sheets',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'slides',
  'application/msword': 'none',
  'application/vnd.ms-excel': 'sheets',
  'application/vnd.ms-powerpoint': 'none',
  'text/plain': 'text',
  'text/vtt': 'text',
  'application/zip': 'zip',
  'video/mp4': 'video',
  'video/webm': 'video',
  'audio/mpeg': 'audio',
}

/** The viewer of a type on an installation without LibreOffice. */
export const viewOf = (mime: string): ViewKind => (isKnown(mime) ? views[mime] : 'none')

/** Which limit of size an upload has: recordings may be larger than other files. */
export const sizeKindOf = (mime: string): 'video' | 'audio' | 'file' => {
  const view = viewOf(mime)
  return view === 'video' || view === 'audio' ? view : 'file'
}

const sizeNames = { video: '视频', audio: '录音', file: '文件' } as const

const megabyte = 1024 * 1024

/** A limit of so many bytes: `10 MB`, `2 GB`. */
export const sizeText = (bytes: number): string =>
  bytes < 1000 * megabyte
    ? `${Math.floor(bytes / megabyte)} MB`
    : `${Math.round(bytes / megabyte / 102.4) / 10} GB`

/** The sentence that refuses an upload above a limit of `most` bytes. */
export const tooLargeSentence = (kind: keyof typeof sizeNames, most: number): string =>
  `${sizeNames[kind]}超过 ${sizeText(most)}，请压缩${kind === 'file' ? '' : '或分段'}后再传`

/** Types that LibreOffice converts to PDF, where it is installed, because no viewer draws them faithfully. */
export const isConverted = (mime: string): boolean =>
  [
    'application/msword',
    'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ].includes(mime)

/** Types that a browser may show when it opens the file's address. Other files are sent as downloads. */
export const isShownByBrowser = (mime: string): boolean =>
  ['image', 'pdf', 'video', 'audio'].includes(viewOf(mime))
