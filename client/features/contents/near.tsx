import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { nearContents, type NearContent } from '../../../catalogue/contract/near-contents.ts'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { AnyContent, ContentName } from '../../../catalogue/contents/define.ts'
import { api } from '../../platform/api/api.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

const useNear = (type: ContentName, id: number, version: number) =>
  useQuery({
    queryKey: ['contents', type, 'near', id, version],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/${type}/${id}/near`, { schema: nearContents, quiet: true, signal }),
    staleTime: 60_000,
  })

/** Where a reader opens one of a library; an authority stands in no library of its own. */
const libraryOf: Readonly<Record<number, string>> = {
  2: '/teacher/gxzy',
  3: '/school/gxzy',
  4: '/area/gxzy',
  5: '/city/gxzy',
  6: '/province/gxzy',
}

export function howLike({ sameFile, titleLikeness, textLikeness }: NearContent): string {
  if (sameFile) return '文件相同'
  return [
    ...(textLikeness > 0 ? [`文字相近 ${textLikeness}%`] : []),
    ...(titleLikeness > 0 ? [`名称相近 ${titleLikeness}%`] : []),
  ].join('，')
}

/** What is like a content, the nearest first. */
export function NearList({ type, id, version }: { type: ContentName; id: number; version: number }) {
  const answer = useNear(type, id, version)
  const role = useSession()?.role ?? 0
  return (
    <Loaded answer={answer} failed="比对失败" lines={2}>
      {({ list, unread }) => (
        <div aria-live="polite">
          {list.length === 0 ? (
            <p className="x-soft">未发现雷同或相近的{contents[type].title}。</p>
          ) : (
            <ul className="contents-near">
              {list.map((one, i) => (
                <li key={one.id ?? `closed ${i}`}>
                  {one.id === null ? (
                    `您看不到的一件${contents[type].title}`
                  ) : (
                    <Link to={`${libraryOf[role] ?? ''}?id=${one.id}`}>{one.title}</Link>
                  )}
                  <span className="x-faint">
                    {one.id !== null && `　${one.own ? '本人' : one.author}，${one.org}`}　{howLike(one)}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {unread > 0 && (
            <p className="x-faint">{`有 ${unread} 个文件的文字未能读出，只按文件本身和名称比对。`}</p>
          )}
        </div>
      )}
    </Loaded>
  )
}

/** Asks on demand: reading documents takes a while. */
export function NearPanel({
  type,
  view,
  unsaved,
}: {
  type: ContentName
  view: ContentView
  unsaved: boolean
}) {
  const definition: AnyContent = contents[type]
  const [isAsked, setAsked] = useState(false)
  if (!definition.compared || !view.can.includes('edit')) return null
  return (
    <Panel title="雷同与相近">
      {isAsked ? (
        <>
          {unsaved && <p className="x-soft">有未保存的改动，比对的是上次保存的内容。</p>}
          <NearList type={type} id={view.id} version={view.version} />
        </>
      ) : (
        <>
          <p className="x-soft">提交前可与您看得到的{definition.title}比对：文件、名称和文档里的文字。</p>
          <Button onClick={() => setAsked(true)}>比对一下</Button>
        </>
      )}
    </Panel>
  )
}
