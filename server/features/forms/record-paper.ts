import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { FormDefinition } from '../../../catalogue/forms/define.ts'
import { forms } from '../../../catalogue/forms/forms.ts'
import type { Printer } from '../../platform/pdf/index.ts'
import { declaredDraft } from './declared.ts'
import type { Desk } from './desk.ts'
import { marksOf } from './issue.ts'
import { subjectOf } from './subject.ts'

/** The forms that are about one record, by the type of the record. */
const formOfType: ReadonlyMap<string, FormDefinition> = new Map(
  Object.values(forms).flatMap((form): [string, FormDefinition][] =>
    form.about.is === 'record' ? [[form.about.type, form]] : [],
  ),
)

/**
 * The form of a record as the actor sees it, without a number: it stands in a package that is signed as a
 * whole. Null where the type has no form, or the form cannot be filled.
 */
export async function recordPaper(
  desk: Pick<Desk, 'engine' | 'readBytes'>,
  printer: Printer,
  actor: Actor,
  { type, id, ownerId }: { readonly type: string; readonly id: string; readonly ownerId: number },
): Promise<Uint8Array | null> {
  const form = formOfType.get(type)
  if (!form) return null
  try {
    const owner = await subjectOf(desk.engine, actor, ownerId)
    const draft = await declaredDraft(desk, form, { actor, owner, about: id, purpose: null })
    return (await printer.print(draft.sheet(marksOf(draft, null)))).bytes
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
