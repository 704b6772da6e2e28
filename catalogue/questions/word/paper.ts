import type { OptionStart } from './starts.ts'

/** A question as it was found in a paper: texts with marks, not judged yet. */
export interface FoundQuestion {
  readonly section: number
  readonly number: number
  stem: string
  readonly options: OptionStart[]
  answer: string | null
  analysis: string
  points: string
  difficulty: string
  source: string
  score: number | null
  /** Numbers of the blocks it was read from, and what of their text is no content: labels and words of marks. */
  readonly blocks: number[]
  dropped: string
  /** Why it should be looked at: `low` before it is taken, `middle` when there is time. */
  readonly low: string[]
  readonly middle: string[]
  /** The material that it belongs to, by its place among the materials. */
  readonly material: number | null
}

export interface FoundSection {
  readonly title: string
  readonly count: number | null
  readonly each: number | null
  readonly block: number
}

/** A material with the numbers of its questions: 阅读下文，完成 1～3 题. */
export interface FoundMaterial {
  readonly section: number
  readonly from: number
  readonly to: number
  text: string
  readonly blocks: number[]
}

/** Where a block went. Each block has exactly one place. */
export type BlockPlace = 'question' | 'material' | 'head' | 'answers' | 'tray' | 'blank'

/** What was not understood and stays in sight. */
export interface TrayLine {
  readonly block: number
  readonly text: string
  readonly reason: string
}

export interface FoundPaper {
  readonly sections: FoundSection[]
  readonly questions: FoundQuestion[]
  readonly materials: FoundMaterial[]
  readonly tray: TrayLine[]
  readonly places: BlockPlace[]
}

export const emptyQuestion = (section: number, number: number, material: number | null): FoundQuestion => ({
  section,
  number,
  material,
  stem: '',
  options: [],
  answer: null,
  analysis: '',
  points: '',
  difficulty: '',
  source: '',
  score: null,
  blocks: [],
  dropped: '',
  low: [],
  middle: [],
})

export const lined = (before: string, line: string): string =>
  before === '' ? line : line === '' ? before : `${before}\n${line}`
