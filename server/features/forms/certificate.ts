import { AppError } from '../../../catalogue/errors.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { CertificateForm } from '../../../catalogue/forms/define.ts'
import { kindOf, textOf } from '../../../catalogue/kinds/kinds.ts'
import { ownerOf } from '../../engine/access/index.ts'
import type { Engine } from '../../engine/engine.ts'
import { caseRows, teacherOf, viewOfCase } from '../../engine/processes/index.ts'
import { dateOf } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { processOf } from './case-draft.ts'
import { compose, filled } from './compose.ts'
import { chineseDay, digestOf } from './declared.ts'
import type { Desk, Draft, Matter } from './desk.ts'
import { sealNote, sealsOf } from './seals.ts'

/** Text of a certificate, from the case alone: its verifiers have no account. */
export interface CertificateText {
  readonly hostId: number
  /** 'YYYY-MM-DD' of the decision. */
  readonly day: string
  readonly texts: Readonly<Record<string, string>>
}

const namesIn = (lines: unknown): string =>
  Array.isArray(lines) ? lines.flatMap((line: unknown) => (hasName(line) ? [line.name] : [])).join('、') : ''
const hasName = (line: unknown): line is { name: string } =>
  typeof line === 'object' && line !== null && 'name' in line && typeof line.name === 'string'

/**
 * What a certificate of this case says now; null while the case has not reached what it certifies, or no
 * longer stands there.
 */
export async function certified(
  engine: Engine,
  form: CertificateForm,
  caseId: string,
): Promise<CertificateText | null> {
  const definition = processOf(form)
  const { states } = form.about.certifies
  const deciding = definition.moves.flatMap(({ name, to }) => (states.includes(to) ? [name] : []))
  const row = await engine.db.maybeOne<{
    value: Record<string, unknown>
    number: string | null
    holder: string
    hostId: number
    host: string
    at: string
  }>(sql`
    select k.value, k.number, t.name as holder, i.id as "hostId", i.name as host, (
      select max(e.at) from process_event e where e.case_id = k.id and e.move = any(${deciding}::text[])) as at
    from ${caseRows} k
    join teacher t on t.id = k.teacher_id
    join campaign c on c.id = k.campaign_id
    join institution i on i.id = c.institution_id
    where k.id = ${caseId}::uuid and k.type = ${definition.name} and k.state = any(${[...states]}::text[])`)
  if (!row) return null
  const fields = Object.entries(definition.fields).flatMap(([key, field]): [string, string][] => {
    const value = row.value[key]
    if (field.lines !== undefined || kindOf(field).names !== undefined) return []
    return [[`case.${key}`, value === null || value === undefined ? '' : textOf(field, value)]]
  })
  const day = dateOf(new Date(row.at))
  const team = namesIn(row.value['members']) || String(row.value['coAuthors'] ?? '')
  return {
    hostId: row.hostId,
    day,
    texts: {
      ...Object.fromEntries(fields),
      'result.number': row.number ?? '',
      'result.host': row.host,
      'result.day': chineseDay(day),
      'result.holder': row.holder,
      'result.team': team === '' ? '无' : team,
    },
  }
}

/**
 * What a stranger may read behind the code of a certificate that holds: what stands on it, without its
 * holder.
 */
export const saysOf = ({ about }: CertificateForm, { texts }: CertificateText) =>
  Object.entries(about.certifies.says).map(([label, text]) => ({
    label,
    text: filled(text, texts, new Map()),
  }))

/** Digest that tells later whether a certificate is still true. */
export const digestOfCertificate = (engine: Engine, { day, texts }: CertificateText): Buffer =>
  digestOf(engine.keys, [day, texts])

/** A certificate, issued by the office that decided whoever prints it. */
export async function certificateDraft(
  desk: Desk,
  form: CertificateForm,
  { actor, caseId }: { readonly actor: Actor; readonly caseId: string },
): Promise<{ matter: Matter; draft: Draft }> {
  const { engine } = desk
  const definition = processOf(form)
  const view = await viewOfCase(desk.processing, actor, definition, caseId)
  const found = await certified(engine, form, caseId)
  const owner = await ownerOf(engine.db, 'teacher', teacherOf(view))
  if (!found || !owner)
    throw new AppError('wrongState', { message: `${definition.title}现在没有${form.title}` })
  const { hostId, day, texts } = found
  const seals = await sealsOf(desk, [{ box: 'host', institutionId: hostId, day }])
  const sign = [texts['result.host'] ?? '', chineseDay(day)]
  return {
    matter: { actor, owner, about: caseId, purpose: null, issuer: hostId },
    draft: {
      title: form.title,
      version: form.version,
      notes: Object.keys(seals).length > 0 ? [sealNote] : [],
      watermark: null,
      verifiable: true,
      digest: digestOfCertificate(engine, found),
      sheet: (marks) =>
        compose(
          form,
          {
            sources: new Map(),
            given: texts,
            portrait: null,
            seals,
            opinions: { host: { words: '', sign } },
            choicesOf: () => [],
          },
          marks,
        ),
    },
  }
}
