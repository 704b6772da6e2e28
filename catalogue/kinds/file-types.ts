/** Every type of file the portal takes, with the endings it may have; what a file is, its content decides. */
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

/** What certificates come as: pictures and scans, which can be looked at in place. */
export const scans: readonly string[] = ['jpg', 'jpeg', 'png', 'pdf']

/**
 * What contracts, notices and tables of results come as too: documents of an office, which are drawn from
 * their content in the reader's browser.
 */
export const papers: readonly string[] = [...scans, 'docx', 'xlsx']

/** What published pages may bring along. */
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

/** The type that files with this name usually are; undefined for one the portal does not take. */
export const mimeOfName = (name: string): string | undefined => {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  return Object.entries(fileTypes).find(([, endings]) => endings.some((one) => one === ending))?.[0]
}

/** The endings of a type; none for one the portal does not take. */
export const endingsOf = (mime: string): readonly string[] => (isKnown(mime) ? fileTypes[mime] : [])

/** How a file is shown: by the browser itself, or by which reader. */
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

/** How a file of this type is shown where nothing converts it. */
export const viewOf = (mime: string): ViewKind => (isKnown(mime) ? views[mime] : 'none')

/** What counts for the size of an upload: recordings may be larger than everything else. */
export const sizeKindOf = (mime: string): 'video' | 'audio' | 'file' => {
  const view = viewOf(mime)
  return view === 'video' || view === 'audio' ? view : 'file'
}

const sizeNames = { video: '视频', audio: '录音', file: '文件' } as const

/** Why an upload of so many bytes and no more is refused. */
export const tooLargeSentence = (kind: keyof typeof sizeNames, most: number): string =>
  `${sizeNames[kind]}超过 ${Math.floor(most / 1024 / 1024)} MB，请压缩${kind === 'file' ? '' : '或分段'}后再传`

/**
 * Types that LibreOffice makes a PDF of, where it is installed: nothing here draws them, or not as they were
 * made.
 */
export const isConverted = (mime: string): boolean =>
  [
    'application/msword',
    'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ].includes(mime)

/** What a browser shows by itself when its address is opened; everything else is only handed out. */
export const isShownByBrowser = (mime: string): boolean =>
  ['image', 'pdf', 'video', 'audio'].includes(viewOf(mime))
