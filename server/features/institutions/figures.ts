import type { Actor } from '../../../catalogue/access/access.ts'
import type { InstitutionFigures } from '../../../catalogue/contract/administration/institution-figures.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { schoolYearOf, staffDue } from '../../../catalogue/institutions/norms.ts'
import { today } from '../../platform/clock/clock.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { keptBy } from './options.ts'
import { quotaColumns, quotaFrom, quotaRelations, type QuotaRow } from './quota.ts'

type Row = QuotaRow & Pick<InstitutionFigures, 'institution' | 'stages' | 'before' | 'staff' | 'posts'>

/** The statement of the figures of one institution in the actor's scope. */
export function figuresStatement(actor: Actor, id: number): Sql {
  const year = schoolYearOf(today())
  return sql`
    with ${quotaRelations(id)},
      pupils as (
        select school_year, school_stage, students, classes
        from rec_student_numbers
        where owner_id = ${id} and voided_at is null and school_year in (${year}, ${year - 1})),
      posts as (
        select school_year, position_category, posts
        from rec_approved_post
        where owner_id = ${id} and voided_at is null and school_year <= ${year})
    select i.name as institution, ${quotaColumns},
      (select count(*)::int from people) as staff,
      coalesce((select json_agg(json_build_object('stage', school_stage, 'students', students, 'classes', classes)
          order by school_stage)
        from pupils
        where school_year = ${year}), '[]') as stages,
      (select json_build_object('students', sum(students), 'classes', sum(classes))
        from pupils
        where school_year = ${year - 1}
        having count(*) > 0) as before,
      coalesce((select json_agg(json_build_object('category', position_category, 'posts', posts)
          order by position_category)
        from (select position_category, sum(posts) as posts
          from posts
          where school_year = (select max(school_year) from posts)
          group by position_category) p), '[]') as posts
    from institution i
    where i.id = ${id} and ${keptBy(actor, 'i')}`
}

/** Pupils, classes, staff and quota of an institution in this school year; 404 outside the actor's scope. */
export async function figuresOf(db: Queryable, actor: Actor, id: number): Promise<InstitutionFigures> {
  const row = await db.maybeOne<Row>(figuresStatement(actor, id))
  if (!row) throw new AppError('missing')
  const { institution, stages, before, staff, posts } = row
  return {
    institution,
    schoolYear: schoolYearOf(today()),
    stages,
    before,
    staff,
    due: staffDue(stages),
    quota: quotaFrom(row),
    posts,
  }
}
