import type { OwnBody, OwnKind } from '../../../catalogue/own/body.ts'
import { expiryKey } from '../../../catalogue/own/slots.ts'
import type { OwnTypeShape } from '../../../catalogue/own/type-body.ts'

export interface TypeEditorProps {
  readonly body: OwnBody
  readonly record: OwnTypeShape
  /** Whether a version is published: what records rest on stays. */
  readonly isPublished: boolean
  readonly faultAt: (part: string) => string | undefined
  readonly onChange: (record: OwnTypeShape) => void
}

export interface FieldChoice {
  readonly code: string
  readonly label: string
}

/** Fields of the type that are filled in, with the day on which a record expires. */
export function fieldChoices(
  { fields, record }: OwnBody,
  isWanted: (kind: OwnKind) => boolean = () => true,
): FieldChoice[] {
  const own = fields
    .filter(({ ended, masked, sealed, kind }) => !ended && !masked && !sealed && isWanted(kind))
    .map(({ key, label }) => ({ code: key, label: label || '新栏目' }))
  const expires =
    record?.expires && isWanted('date') ? [{ code: expiryKey, label: record.expires.label }] : []
  return [...own, ...expires]
}
