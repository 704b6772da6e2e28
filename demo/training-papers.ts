import { createHash } from 'node:crypto'
import { completionCertificate } from '../catalogue/forms/certificates.ts'
import { isCertificate } from '../catalogue/forms/define.ts'
import type { Engine } from '../server/engine/engine.ts'
import { certified, digestOfCertificate, newCode } from '../server/features/forms/index.ts'
import { uuidv7 } from '../server/platform/clock/clock.ts'
import { sql } from '../server/platform/db/sql.ts'

interface PassedLearner {
  readonly entry: string
  readonly teacherId: number
}

/** So many days ago a certificate was printed, and printed anew. */
const [first, again] = [50, 20]

/**
 * A certificate that was printed with a wrong name and printed anew when the name was put right: the first paper is
 * superseded, the second one holds. Both are too old for their file to be kept.
 */
export async function tellPapersAnew(engine: Engine): Promise<void> {
  const { db } = engine
  const passed = await db.maybeOne<PassedLearner>(sql`
    select k.id as entry, k.teacher_id as "teacherId"
    from process_case k
      join campaign c on c.id = k.campaign_id
      join teacher t on t.id = k.teacher_id
      join person p on p.id = t.person_id
    where k.type = 'trainingEnrolment' and k.state = 'qualified' and k.number like 'YJPX%'
    order by p.login_name is null, (k.value ->> 'seatNo')::int limit 1`)
  if (!isCertificate(completionCertificate)) return
  const text = passed && (await certified(engine, completionCertificate, passed.entry))
  if (!passed || !text) return
  const { identity } = await db.one<{ identity: number }>(sql`
    select a.id as identity from identity a where a.institution_id = ${text.hostId} and a.state = 'enabled'
    order by a.id limit 1`)
  const misspelt = {
    ...text,
    texts: { ...text.texts, 'result.holder': `${text.texts['result.holder']}（误）` },
  }
  for (const [ago, printed] of [
    [first, misspelt],
    [again, text],
  ] as const) {
    const id = uuidv7()
    await db.execute(sql`
      insert into issued_form (id, code, form, version, title, teacher_id, about, by_identity, institution_id, by_holder,
        issued_at, pages, sha256, digest, kept_until)
      values (${id}::uuid, ${newCode()}, ${completionCertificate.name}, ${completionCertificate.version},
        ${completionCertificate.title}, ${passed.teacherId}, ${passed.entry}::uuid, ${identity}, ${text.hostId}, false,
        now() - make_interval(days => ${ago}), 1, ${createHash('sha256').update(id).digest()},
        ${digestOfCertificate(engine, printed)}, now() - make_interval(days => ${ago - 7}))`)
  }
}
