import { useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { lendingRoles } from '../../../catalogue/contract/account/deputies.ts'
import { officeRoles } from '../../../catalogue/contract/account/personal.ts'
import { secondFactorRoles } from '../../../catalogue/contract/account/sign-in.ts'
import { useSession } from '../../platform/session/session.ts'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { AppsTab } from './apps-tab.tsx'
import { ChoicesTab } from './choices-tab.tsx'
import { ConsentsTab } from './consents-tab.tsx'
import { ContactTab } from './contact-tab.tsx'
import { CopyTab } from './copy-tab.tsx'
import { DeputiesTab } from './deputies-tab.tsx'
import { DevicesTab } from './devices-tab.tsx'
import { FactorTab } from './factor-tab.tsx'
import { InstitutionTab } from './institution-tab.tsx'
import { PasswordTab } from './password-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { ReadingsTab } from './readings-tab.tsx'
import './personal.css'

/** `one` and `two` are the names of the specification. */
const tabs = [
  { key: 'one', label: '个人资料', page: ProfileTab },
  { key: 'two', label: '修改密码', page: PasswordTab },
  { key: 'contact', label: '手机与邮箱', page: ContactTab },
  { key: 'choices', label: '消息提醒', page: ChoicesTab },
  { key: 'institution', label: '本单位', page: InstitutionTab },
  { key: 'factor', label: '两步验证', page: FactorTab },
  { key: 'deputies', label: '委托代办', page: DeputiesTab },
  { key: 'devices', label: '登录设备', page: DevicesTab },
  { key: 'apps', label: '授权的应用', page: AppsTab },
  { key: 'consents', label: '协议与隐私', page: ConsentsTab },
  { key: 'copy', label: '我的数据副本', page: CopyTab },
  { key: 'readings', label: '谁看过我的档案', page: ReadingsTab },
] as const

/**
 * The own account. Whose password is due sees the second tab alone, because the server answers nothing else.
 */
export function PersonalPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const session = useSession()
  if (session === null) return null
  const forced = session.is_simple === 1 || session.is_reset === 1
  const hidden = {
    readings: session.role !== 2,
    institution: !officeRoles.some((role) => role === session.role),
    deputies: !lendingRoles.some((role) => role === session.role),
    // Where it may be used, by whom it is meant for.
    factor: session.second_factor === 'off' || !secondFactorRoles.includes(session.role),
  }
  const shown = tabs.filter(({ key }) =>
    forced ? key === 'two' : !(key in hidden && hidden[key as keyof typeof hidden]),
  )
  const current = shown.find(({ key }) => key === search.get('tab')) ?? shown[0]
  if (current === undefined) return null
  const Tab = current.page
  return (
    <PageFrame title={entry.title}>
      {!forced && (
        <StateTabs
          label="个人中心"
          tabs={shown}
          current={current.key}
          onSelect={(tab) => setSearch({ tab })}
        />
      )}
      <div className="personal-body">
        <Tab session={session} />
      </div>
    </PageFrame>
  )
}
