import * as declared from './registry.gen.ts'
import type { AnyProcess } from './define.ts'

export type ProcessName = keyof typeof declared

const isProcess = (name: string): name is ProcessName => Object.hasOwn(declared, name)

/** The names of all processes, in the order of tabs and menus: what is done first on one day comes first. */
export const processNames: readonly ProcessName[] = Object.keys(declared)
  .filter(isProcess)
  .toSorted((a, b) => declared[a].dueOrder - declared[b].dueOrder)

/** Every process by its name. */
export const processes: typeof declared = declared

/** The declaration of a process, whatever its fields. */
export const processOf = (name: ProcessName): AnyProcess => processes[name]

/** The process of a name from elsewhere; undefined for none. */
export const processCalled = (name: string): AnyProcess | undefined =>
  isProcess(name) ? processOf(name) : undefined
