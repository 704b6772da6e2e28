import type { Queryable } from '../database.ts'
import { sql } from '../sql.ts'
import type { TableShape } from './placement.ts'

/** All tables of the schema `public`, partitions and tables of extensions aside, by name. */
export function readShapes(db: Queryable): Promise<TableShape[]> {
  return db.query<TableShape>(sql`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(json_agg(json_build_object('name', u.relname, 'columns', (
          select json_agg(a.attname order by k.at)
          from unnest(i.indkey::smallint[]) with ordinality k (attnum, at)
          left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum and k.attnum > 0))), '[]')
        from pg_index i
        join pg_class u on u.oid = i.indexrelid
        where i.indrelid = c.oid and (i.indisunique or i.indisexclusion)) as "uniqueKeys",
      (select coalesce(json_agg(json_build_object('to', f.confrelid::regclass::text, 'columns', (
          select json_agg(json_build_array(a.attname, b.attname))
          from unnest(f.conkey, f.confkey) k (own, pointed)
          join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.own
          join pg_attribute b on b.attrelid = f.confrelid and b.attnum = k.pointed))), '[]')
        from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f') as "foreignKeys",
      array(select t.tgname::text from pg_trigger t
        where t.tgrelid = c.oid and not t.tgisinternal
          and t.tgname not like 'truncate_trigger_%') as triggers
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`)
}
