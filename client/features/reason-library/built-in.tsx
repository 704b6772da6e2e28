import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  builtInReasons,
  type BuiltInReason,
  type BuiltInSwitch,
} from '../../../catalogue/contract/archive/reason-library.ts'
import { records } from '../../../catalogue/records/registry.gen.ts'
import { labelOfKey } from '../../engine/form/fault-list.tsx'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Panel } from '../../ui/layout/panel.tsx'

const url = '/api/v1/reasonLibrary/builtIn'
const key = ['reasons', 'built-in'] as const

function useBuiltIn() {
  const cache = useQueryClient()
  const answer = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(url, { schema: builtInReasons, quiet: true, signal }),
    staleTime: 0,
  })
  const change = useMutation({
    mutationFn: (body: BuiltInSwitch) => api.put(url, { schema: builtInReasons, body, quiet: true }),
    onSuccess: async (list, { enabled }) => {
      notify.success(enabled ? '已启用' : '已停用')
      cache.setQueryData(key, list)
      await cache.invalidateQueries({ queryKey: ['reasons'] })
    },
    onError: (error: unknown) => notify.warn(sentenceOf(error)),
  })
  return { answer, change }
}

/** The reasons that reviewing offers by itself, type by type, each of which may be switched off here. */
export function BuiltIn({ forAll }: { forAll: boolean }) {
  const { answer, change } = useBuiltIn()
  return (
    <Panel
      title="平台内置意见"
      beside={
        <span className="x-soft x-dense">{forAll ? '停用后各单位都不再列出' : '停用后本单位不再列出'}</span>
      }
    >
      <Loaded answer={answer} failed="内置意见打开失败" lines={6}>
        {({ list }) => (
          <>
            {[...Map.groupBy(list, ({ recordType }) => recordType)].map(([type, own]) => (
              <OfType
                key={type}
                type={type}
                list={own}
                busy={change.isPending}
                onSwitch={(one, enabled) =>
                  change.mutate({ recordType: type, field: one.field, text: one.text, enabled })
                }
              />
            ))}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function OfType(props: {
  type: string
  list: readonly BuiltInReason[]
  busy: boolean
  onSwitch: (one: BuiltInReason, enabled: boolean) => void
}) {
  const { type, list, busy, onSwitch } = props
  const definition = records[type as keyof typeof records]
  const off = list.filter(({ enabled, offForAll }) => !enabled || offForAll).length
  return (
    <details className="reason-type">
      <summary>
        {definition.title}
        <span className="x-soft x-dense">
          {list.length} 条{off > 0 && `，停用 ${off} 条`}
        </span>
      </summary>
      <ul>
        {list.map((one) => (
          <li key={`${one.field} ${one.text}`}>
            <label>
              <input
                type="checkbox"
                checked={one.enabled && !one.offForAll}
                disabled={busy || one.offForAll}
                onChange={({ target }) => onSwitch(one, target.checked)}
              />
              {one.text}
            </label>
            <span className="x-faint x-note">
              {labelOfKey(definition, one.field)}
              {one.offForAll && '　已由系统管理员停用'}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
