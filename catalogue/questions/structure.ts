import { selectable } from '../dictionaries/dictionaries.ts'

/** What a question is made of (dictionary questionKind); the name printed above it is its form (questionForm). */
export const structures = ['single', 'multiple', 'judge', 'blank', 'essay', 'composite'] as const
export type Structure = (typeof structures)[number]

/** Structures of the parts of a composite; parts have no parts. */
export const partStructures = ['single', 'multiple', 'judge', 'blank', 'essay'] as const
export type PartStructure = (typeof partStructures)[number]

/** What the material of a composite is, and how its parts stand to it. */
export const layouts = {
  material: '材料',
  reading: '阅读',
  cloze: '完形（空在材料里）',
  options: '共用选项（如七选五）',
  listening: '听力',
} as const
export type Layout = keyof typeof layouts

/** The structure that a form usually has: codes of questionForm. Forms without one can be anything. */
const usual: Readonly<Record<string, Structure>> = {
  '01': 'single',
  '02': 'multiple',
  '03': 'judge',
  '04': 'blank',
  '05': 'essay',
  '06': 'essay',
  '07': 'essay',
  '08': 'essay',
  '09': 'essay',
  '10': 'essay',
  '11': 'essay',
  '12': 'composite',
  '13': 'essay',
  '14': 'composite',
  '15': 'composite',
  '16': 'composite',
  '17': 'composite',
  '18': 'composite',
  '19': 'essay',
  '20': 'essay',
  '21': 'blank',
  '22': 'composite',
  '23': 'composite',
  '24': 'composite',
  '26': 'essay',
  '27': 'blank',
}

export const structureOfForm = (form: string): Structure | undefined => usual[form]

/** Forms as papers of a subject print them; those of all subjects where none is chosen. */
export const formsOf = (subject: string | null) =>
  selectable('questionForm', subject === null ? {} : { within: subject })

export const hasOptions = (structure: Structure): boolean =>
  structure === 'single' || structure === 'multiple'

export const mostOptions = 8
/** Letters of options: A to H for a question, and on for the pool that parts share. */
export const optionKey = (place: number): string => 'ABCDEFGHIJKL'.charAt(place)
