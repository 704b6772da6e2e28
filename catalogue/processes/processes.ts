import * as declared from './registry.gen.ts'
import type { AnyProcess } from './define.ts'

/** Every process by its name. */
export const processes = { ...declared }
export type ProcessName = keyof typeof processes

const isProcess = (name: string): name is ProcessName => Object.hasOwn(processes, name)

/** The declaration of a process, whatever its fields. */
export const processOf = (name: ProcessName): AnyProcess => processes[name]

/** The names of all processes, in the order of tabs and menus: what is done first on one day comes first. */
export const processNames: readonly ProcessName[] = Object.keys(processes)
  .filter(isProcess)
  .toSorted((a, b) => processOf(a).dueOrder - processOf(b).dueOrder)

/** The process of a name from elsewhere; undefined for none. */
export const processCalled = (name: string): AnyProcess | undefined =>
  isProcess(name) ? processOf(name) : undefined
