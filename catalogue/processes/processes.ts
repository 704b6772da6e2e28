import type { AnyProcess } from './define.ts'
import { posting } from './posting.ts'
import { projectChange } from './project-change.ts'
import { researchProject } from './research-project.ts'
import { statusChange } from './status-change.ts'
import { researchPaper, teachingCase } from './submissions.ts'
import { transfer } from './transfer.ts'

/** Every process by its name, in the order of tabs and menus. */
export const processes = {
  transfer,
  posting,
  statusChange,
  researchProject,
  researchPaper,
  teachingCase,
  projectChange,
} as const
export type ProcessName = keyof typeof processes
export const processNames = [
  'transfer',
  'posting',
  'statusChange',
  'researchProject',
  'researchPaper',
  'teachingCase',
  'projectChange',
] as const satisfies readonly ProcessName[]

/** The declaration of a process, whatever its fields. */
export const processOf = (name: ProcessName): AnyProcess => processes[name]
