import { Link } from 'react-router'
import type { NearPassage, NearWork } from '../../../catalogue/contract/research/near.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { casePath } from '../../../catalogue/processes/paths.ts'
import { processOf } from '../../../catalogue/processes/processes.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { useNear } from './use-beside.ts'

const places: Readonly<Record<NearWork['place'], string>> = {
  institution: '本单位',
  district: '本县区',
  city: '本市',
  elsewhere: '外市',
}

/** Entries whose title or text is like this one's, as far as the reader may know them. */
export function NearPart({ view }: { view: CaseView }) {
  const answer = useNear(view)
  const role = useSession()?.role ?? 0
  return (
    <Panel
      title="相近申报"
      extra={<span className="x-faint x-dense">与全区域已经提交的申报比较题目和正文</span>}
    >
      <Loaded answer={answer} failed="比较失败" lines={2}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="x-soft" data-testid="near-none">
              没有发现相近的申报。
            </p>
          ) : (
            <ul className="entry-near" data-testid="near">
              {list.map((one, at) => (
                <Near key={one.known?.id ?? at} work={one} role={role} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

function Near({ work, role }: { work: NearWork; role: number }) {
  const { known, place, year, type, titleLikeness, textLikeness } = work
  const path = known && casePath(role, type, known.id)
  return (
    <li>
      {known === null ? (
        <p>
          <b>{`另一份${processOf(type).title}申报（${places[place]}，${year} 年）`}</b>
        </p>
      ) : (
        <>
          <p>{path ? <Link to={path}>{known.title}</Link> : <b>{known.title}</b>}</p>
          <p className="x-soft">
            {`${known.own ? '同一申报人' : known.name}　${known.institution ?? places[place]}　${year} 年`}
          </p>
        </>
      )}
      <p className="x-soft">
        题目相近 <span className="x-num">{titleLikeness}%</span>，正文相近{' '}
        <span className="x-num">{textLikeness}%</span>
      </p>
      {known !== null && known.passages.length > 0 && <Passages passages={known.passages} />}
    </li>
  )
}

function Passages({ passages }: { passages: readonly NearPassage[] }) {
  return (
    <details>
      <summary>{`相同的段落 ${passages.length} 处`}</summary>
      <ul className="entry-passages">
        {passages.map(({ words, here, there }) => (
          <li key={`${here.before}${words}`}>
            <Side label="本件" words={words} around={here} />
            <Side label="对方" words={words} around={there} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** A passage as it stands in one of the two texts. */
function Side({ label, words, around }: { label: string; words: string; around: NearPassage['here'] }) {
  return (
    <p>
      <span className="x-faint">{label}　</span>…{around.before}
      <mark>{words}</mark>
      {around.after}…
    </p>
  )
}
