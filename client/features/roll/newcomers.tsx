import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { z } from 'zod'
import { newcomerList, type Newcomer } from '../../../catalogue/contract/archive/newcomers.ts'
import { api } from '../../platform/api/api.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listDate } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

const path = '/api/v1/newcomers'

const useNewcomers = () =>
  useQuery({
    queryKey: ['newcomers'],
    queryFn: ({ signal }) => api.get(path, { schema: newcomerList, quiet: true, signal }),
  })

/** The newcomer whom a form is about, by the address; null for none. */
export function useNewcomer(id: string | null): Newcomer | null {
  const { data = [] } = useNewcomers()
  return data.find((one) => one.id === id) ?? null
}

/** Links a newcomer to an archive, or sends one away. */
export function useNewcomerActs() {
  const cache = useQueryClient()
  const onSuccess = () => cache.invalidateQueries({ queryKey: ['newcomers'] })
  const link = useMutation({
    mutationFn: ({ id, teacherId }: { id: string; teacherId: number }) =>
      api.post(`${path}/${id}/link`, { schema: z.boolean(), body: { teacherId } }),
    onSuccess,
  })
  const dismiss = useMutation({
    mutationFn: (id: string) => api.del(`${path}/${id}`, { schema: z.boolean() }),
    onSuccess,
  })
  return { link, dismiss }
}

/** Who was registered by a provider of identities and waits to be enrolled; nothing where nobody does. */
export function Newcomers({ base }: { base: string }) {
  const { data = [] } = useNewcomers()
  const { dismiss } = useNewcomerActs()
  if (data.length === 0) return null
  const sendAway = async ({ id, name }: Newcomer) => {
    const text = '此人不再显示在这里，身份系统会看到账号没有启用。'
    if (!(await confirm({ title: `“${name}”不是本校的人？`, text, ok: '不是本校的人', danger: true }))) return
    try {
      await dismiss.mutateAsync(id)
      notify.success('已退回')
    } catch (error) {
      notify.error(sentenceOf(error))
    }
  }
  return (
    <Panel title={`待入职 ${data.length} 人`}>
      <ul className="roll-newcomers" data-testid="newcomers">
        {data.map((one) => (
          <li key={one.id}>
            <span>
              <b>{one.name}</b>　{one.userName}　{listDate(one.at)} 由身份系统登记
            </span>
            <Link to={`${base}?new=1&newcomer=${one.id}`}>办理入职</Link>
            <Button look="text" aria-label={`退回${one.name}`} onClick={() => void sendAway(one)}>
              不是本校的人
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
