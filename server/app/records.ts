import type { AnyRecord } from '../../catalogue/define.ts'
import { slots } from '../../catalogue/own/slots.ts'
import { records } from '../../catalogue/records/registry.gen.ts'

/** The registry as the engine sees it: declarations by name. */
export const registry: Readonly<Record<string, AnyRecord>> = records

/** What has a typed table: the types of the program, and the tables that wait for a region's own. */
export const tables: Readonly<Record<string, AnyRecord>> = { ...records, ...slots }
