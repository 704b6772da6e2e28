import type { Role } from '../access/roles.ts'
import type { ImportDefinition } from './define.ts'
import { enrolmentImport } from './enrolments.ts'
import { accountImport, institutionImport, outsideImport } from './keepers.ts'
import { layoutImports } from '../interchange/imports.ts'
import { ownTypesInForce } from '../own/in-force.ts'
import { importOfOwn, recordImports } from './records.ts'
import { teacherImport } from './teachers.ts'

/** Everything of the program that can be imported, in the order in which it is offered. */
export const imports: readonly ImportDefinition[] = [
  teacherImport,
  institutionImport,
  accountImport,
  outsideImport,
  enrolmentImport,
  ...recordImports,
]

function ownImport(type: string): ImportDefinition | undefined {
  const types = ownTypesInForce()
  const definition = Object.hasOwn(types, type) ? types[type] : undefined
  return definition && importOfOwn(definition)
}

const byName: ReadonlyMap<string, ImportDefinition> = new Map(
  [...imports, ...layoutImports].map((one) => [one.name, one]),
)

/** Undefined for a name that nothing is imported by. */
export const importNamed = (name: string): ImportDefinition | undefined => byName.get(name) ?? ownImport(name)

/** What a role may import. */
export const importsOf = (role: Role): readonly ImportDefinition[] =>
  [...imports, ...Object.values(ownTypesInForce()).map(importOfOwn)].filter(({ roles }) =>
    roles.includes(role),
  )

/** How the records of a type are imported, one in each row; undefined for a type that is not. */
export const importOfType = (type: string): ImportDefinition | undefined =>
  recordImports.find(({ parts }) => parts[0]?.type === type) ?? ownImport(type)
