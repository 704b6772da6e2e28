import type { AnyRecord } from '../../catalogue/define.ts'
import { records } from '../../catalogue/records/registry.gen.ts'

/** The registry as the engine sees it: declarations by name. The one place where their exact types are given up. */
export const registry: Readonly<Record<string, AnyRecord>> = records as unknown as Record<string, AnyRecord>
