import { Link } from 'react-router'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consentsAnswer, type ConsentState } from '../../../catalogue/contract/account/consents.ts'
import { legalTexts } from '../../../catalogue/legal/texts.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { sentenceTime } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

const url = '/api/v1/me/consents'
const key = ['account', 'consents'] as const

function useConsentChange() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ matter, act }: { matter: ConsentState['matter']; act: 'agreed' | 'withdrawn' }) =>
      api.put(url, { schema: consentsAnswer, body: { matter, act }, quiet: true }),
    onSuccess: (answer, { act }) => {
      cache.setQueryData(key, answer)
      notify.success(act === 'agreed' ? '已同意' : '已撤回，公开的内容已经下架或移除')
    },
    onError: (error) => notify.error(sentenceOf(error)),
  })
}

const shownLine = (shown: number): string =>
  shown === 0 ? '目前没有公开的内容' : `目前公开的内容有 ${shown} 项`

function stateLine({ state, at, shown }: ConsentState): string {
  if (state === 'withdrawn' && at !== null) return `${sentenceTime(at)} 撤回`
  if (state === 'agreed' && at !== null) return `${sentenceTime(at)} 同意；${shownLine(shown)}`
  return shownLine(shown)
}

/** One matter that rests on consent, and taking it back. */
function Matter({ one }: { one: ConsentState }) {
  const { mutate, isPending } = useConsentChange()
  const { matter, title, about, state, shown } = one
  const withdraw = async () => {
    const yes = await confirm({
      title: `撤回“${title}”的同意？`,
      text:
        shown === 0
          ? '以后各单位不能再公开这些内容。撤回不影响以前的公开。'
          : `正在公开的 ${shown} 项内容立即下架或移除，并通知发布的单位。`,
      ok: '撤回同意',
      danger: true,
    })
    if (yes) mutate({ matter, act: 'withdrawn' })
  }
  return (
    <li>
      <div>
        <b>{title}</b>
        <p className="x-soft x-dense">{about}</p>
        <p className="x-faint x-dense">{stateLine(one)}</p>
      </div>
      {state === 'withdrawn' ? (
        <Button
          busy={isPending}
          aria-label={`重新同意${title}`}
          onClick={() => mutate({ matter, act: 'agreed' })}
        >
          重新同意
        </Button>
      ) : (
        <Button busy={isPending} aria-label={`撤回${title}的同意`} onClick={() => void withdraw()}>
          撤回同意
        </Button>
      )}
    </li>
  )
}

/** The texts in force, what rests on consent, and everything that was agreed to, read or withdrawn. */
export function ConsentsTab() {
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(url, { schema: consentsAnswer, quiet: true, signal }),
    staleTime: 0,
  })
  if (error && !data)
    return <ErrorBox title="同意记录打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  return (
    <div className="personal-panels">
      <Panel flush title="需要您同意的">
        <ul className="personal-rows">
          {data.matters.map((one) => (
            <Matter key={one.matter} one={one} />
          ))}
        </ul>
      </Panel>
      <Panel flush title="同意、阅读和撤回的记录">
        {data.log.length === 0 && <Empty text="暂无记录。" />}
        <ul className="personal-rows">
          {data.log.map(({ id, title, act, edition, at }) => (
            <li key={id}>
              <span>
                {act}“{title}”，版本 {edition}
              </span>
              <span className="x-faint x-dense x-num">{sentenceTime(at)}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel flush title="现行文本">
        <ul className="personal-rows">
          {legalTexts.map(({ path, title }) => (
            <li key={path}>
              <Link to={path}>{title}</Link>
            </li>
          ))}
          <li>
            <Link to="/home/xinxiBaohu">个人信息保护</Link>
          </li>
        </ul>
      </Panel>
    </div>
  )
}
