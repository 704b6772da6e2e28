import type { ImportView } from '../../../catalogue/contract/administration/imports.ts'
import { pathOfPage } from '../../../catalogue/pages/pages.ts'
import { useSession } from '../../platform/session/session.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

/** After institutions came in with accounts: their officers need a password to sign in with. */
export function NextAccounts({ task: { importKind, successRows, undoneAt } }: { task: ImportView }) {
  const role = useSession()?.role
  const accounts = role === undefined ? '' : pathOfPage(role, 'office-accounts')
  if (importKind !== 'school' || successRows === 0 || undoneAt !== null || accounts === '') return null
  return (
    <Panel title="下一步">
      <p className="x-soft">随机构开设的账号尚未设置密码。发放一次性密码后，打印交给各单位，即可登录。</p>
      <p className="import-acts">
        <ButtonLink look="primary" to={`${accounts}?concern=unused`}>
          给新账号发一次性密码
        </ButtonLink>
      </p>
    </Panel>
  )
}
