import type { AnyContent, ContentName } from './define.ts'
import { types } from './registry.gen.ts'

/** Every type of content by its name, in the order of `place`. */
export const contents: Readonly<Record<ContentName, AnyContent>> = types
