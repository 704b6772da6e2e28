import type { CopiedTable } from '../../../catalogue/contract/account/personal-copy.ts'
import type { Engine } from '../../engine/engine.ts'
import { sql } from '../../platform/db/sql.ts'
import type { CopiedFile } from './sections.ts'
import type { CopySubject } from './subject.ts'
import { tableOf } from './tables.ts'

interface Row {
  readonly name: string
  readonly login: string | null
  readonly id_no_sealed: string | null
  readonly mobile_sealed: string | null
  readonly email_sealed: string | null
  readonly madeAt: string
  readonly fileId: string | null
  readonly fileName: string | null
  readonly bytes: number | null
  readonly storageKey: string | null
}

/** The account itself as a table of one row, its numbers in full, and the photo. */
export async function accountOf(
  { db, keys }: Engine,
  { personId }: CopySubject,
): Promise<{ readonly table: CopiedTable; readonly files: readonly CopiedFile[] }> {
  const row = await db.one<Row>(sql`
    select p.name, p.login_name as login, p.id_no_sealed, p.mobile_sealed, p.email_sealed,
      p.created_at as "madeAt", f.id as "fileId", f.name as "fileName", f.bytes::float8 as bytes,
      f.storage_key as "storageKey"
    from person p
    left join file f on f.id = p.image_file
    where p.id = ${personId}`)
  const open = (column: 'id_no' | 'mobile' | 'email'): string | null => {
    const sealed = row[`${column}_sealed`]
    return sealed === null ? null : keys.open(sealed, `person|${column}|${personId}`)
  }
  const columns = {
    name: '姓名',
    login: '登录名',
    idNo: '身份证件号码',
    mobile: '手机号码',
    email: '邮箱',
    madeAt: '开通时间',
  }
  const { name, login, madeAt } = row
  const values = { name, login, madeAt, idNo: open('id_no'), mobile: open('mobile'), email: open('email') }
  const { storageKey, fileName, bytes } = row
  const photo =
    storageKey === null || fileName === null || bytes === null
      ? []
      : [{ place: `附件/头像${endingOf(fileName)}`, name: fileName, bytes, recordId: '', storageKey }]
  return { table: tableOf({ key: 'account', title: '账号', columns }, [values]), files: photo }
}

const endingOf = (name: string): string => (/\.\w{1,8}$/.exec(name)?.[0] ?? '').toLowerCase()
