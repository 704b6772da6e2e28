/** Parts of a lesson bundle (课包、五件套), by the field of the resource that holds their file. */
export const bundleParts = ['partVideo', 'partSlides', 'partDesign', 'partTasks', 'partExercises'] as const
export type BundlePart = (typeof bundleParts)[number]

export interface PartRule {
  readonly label: string
  /** Endings of the files that it takes. */
  readonly accept: readonly string[]
  /** A bundle is not handed in without it. */
  readonly required: boolean
  /** Least letters of a document, least slides of a presentation; below it is an error. */
  readonly letters?: number
  readonly slides?: number
  readonly video?: VideoRule
}

export interface VideoRule {
  readonly picture: string
  readonly sound: string
  /** Width to height, and how far it may be off, in hundredths. */
  readonly ratio: readonly [number, number]
  readonly offHundredths: number
  /** Height in pixels: below the first an error, below the second a hint. */
  readonly least: number
  readonly good: number
  /** Most bytes. */
  readonly bytes: number
  /** Minutes from and to by stage (schoolStage); other stages have no rule. */
  readonly minutes: Readonly<Record<string, readonly [number, number]>>
  /** Seconds that it may be shorter or longer without a hint. */
  readonly spareSeconds: number
}

/** What a bundle has to have; a year or a region may have rules of its own. */
export interface BundleRules {
  readonly title: string
  readonly year: number
  /** Area code of a region; null for all. */
  readonly region: string | null
  readonly parts: Readonly<Record<BundlePart, PartRule>>
}

const written = { accept: ['docx', 'doc', 'pdf'], letters: 300 } as const

/** 基础教育精品课 (制作要求 2022–2025): 16:9, H.264, 1080p, at most 1 GB; 小学 10–15 min, 中学 15–20 min. */
export const fineLessons: BundleRules = {
  title: '基础教育精品课',
  year: 2025,
  region: null,
  parts: {
    partVideo: {
      label: '微课视频',
      accept: ['mp4'],
      required: true,
      video: {
        picture: 'avc1',
        sound: 'mp4a',
        ratio: [16, 9],
        offHundredths: 1,
        least: 720,
        good: 1080,
        bytes: 1024 ** 3,
        minutes: { '2': [10, 15], '3': [15, 20], '4': [15, 20], '5': [15, 20], '6': [15, 20] },
        spareSeconds: 30,
      },
    },
    partSlides: { label: '课件', accept: ['pptx', 'ppt', 'pdf'], required: true, slides: 5 },
    partDesign: { label: '教学设计', required: true, ...written },
    partTasks: { label: '学习任务单', required: true, ...written },
    // Special and reading lessons may leave exercises out.
    partExercises: { label: '作业练习', accept: ['docx', 'doc', 'pdf'], required: false },
  },
}

/** Whether a resource is a bundle: a part is there. */
export const isBundle = (value: Readonly<Record<string, unknown>>): boolean =>
  bundleParts.some((part) => typeof value[part] === 'string')
