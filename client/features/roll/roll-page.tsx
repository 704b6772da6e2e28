import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { processes, type ProcessName } from '../../../catalogue/processes/processes.ts'
import { PageTabs } from '../../engine/process/page-tabs.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { NewTeacher } from './new-teacher.tsx'
import { GuestList } from './guest-list.tsx'
import { Newcomers } from './newcomers.tsx'
import { RollList } from './roll-list.tsx'
import './roll.css'

const CasesTab = lazy(async () => ({
  default: (await import('../../engine/process/cases-tab.tsx')).CasesTab,
}))

const isProcess = (key: string | null | undefined): key is ProcessName =>
  key !== null && key !== undefined && Object.hasOwn(processes, key)

/** The roll of a school or region: its people, and as further tabs the processes that concern them. */
export function RollPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const isSchool = useSession()?.role === 3
  const tab = search.get('tab')
  if (isSchool && !isProcess(tab) && search.get('new') === '1') return <NewTeacher entry={entry} />
  return (
    <PageFrame
      title={entry.title}
      note="人事关系在本范围内的教职工"
      actions={
        isSchool &&
        !isProcess(tab) && (
          <ButtonLink look="primary" icon="add" to={`${entry.path}?new=1`}>
            新增教师
          </ButtonLink>
        )
      }
    >
      <PageTabs entry={entry} current={isProcess(tab) || tab === 'guests' ? tab : 'list'} first="list" />
      {isProcess(tab) ? (
        <Suspense fallback={<Skeleton lines={8} />}>
          <CasesTab type={tab} />
        </Suspense>
      ) : tab === 'guests' && isSchool ? (
        <GuestList />
      ) : (
        <>
          {isSchool && <Newcomers base={entry.path} />}
          <RollList />
        </>
      )}
    </PageFrame>
  )
}
