import type { AnyRecord } from '../../catalogue/define.ts'
import { records } from '../../catalogue/records/registry.gen.ts'

/** The registry as the engine sees it: declarations by name. */
export const registry: Readonly<Record<string, AnyRecord>> = records
