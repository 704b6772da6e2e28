import type { PublicContent } from '../../../catalogue/contract/portal.ts'
import { bytes, fullDate } from '../../platform/format.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { PortalText } from './portal-text.tsx'
import { Attachments, Tags } from './article.tsx'
import { factsOf, lines, parts, type CardType } from './card-words.ts'
import { GoLink } from './go-link.tsx'
import { OnePage } from './one-page.tsx'
import { Phase } from './phase.tsx'
import { fileOf, textOf } from './read-field.ts'

/** One activity, broadcast, course, studio or resource. */
export function CardPage({
  type,
  id,
  title,
  path,
}: {
  type: CardType
  id: string
  title: string
  path: string
}) {
  return (
    <OnePage type={type} id={id} title={title} list={path}>
      {(one) => <One type={type} one={one} />}
    </OnePage>
  )
}

function One({ type, one }: { type: CardType; one: PublicContent }) {
  const name = textOf(one, parts[type].name)
  usePageTitle(name)
  const cover = fileOf(one, 'cover')
  const [listKey = '', listHeading] = lines[type] ?? []
  const listed = textOf(one, listKey).split('\n').filter(Boolean)
  return (
    <article>
      <div className="portal-one">
        <div className="portal-card-picture">
          {cover && <img src={cover.url} alt="" width={640} height={360} />}
        </div>
        <div>
          <h1 className="x-display" tabIndex={-1}>
            {name}
          </h1>
          <p className="portal-card-marks x-soft x-dense">
            <Phase phase={one.phase} />
            <span>
              {one.publisher}　<time dateTime={one.publish_time}>{fullDate(one.publish_time)}</time> 发布
            </span>
          </p>
          <dl className="portal-facts">
            {factsOf(type, one).map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <Ways type={type} one={one} />
        </div>
      </div>
      {parts[type].texts.map(([key, heading]) =>
        textOf(one, key) ? (
          <section key={key} className="portal-part">
            <h2 className="x-display">{heading}</h2>
            <PortalText html={textOf(one, key)} />
          </section>
        ) : null,
      )}
      {listed.length > 0 && (
        <section className="portal-part">
          <h2 className="x-display">{listHeading}</h2>
          <ol className="portal-lines">
            {listed.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </section>
      )}
      <Attachments one={one} />
      <Tags one={one} field={type === 'resource' ? 'keywords' : 'tags'} />
    </article>
  )
}

/** Where one goes from here: to watch, to see again, to the studio's own pages, to the file. */
function Ways({ type, one }: { type: CardType; one: PublicContent }) {
  const file = fileOf(one, 'file')
  const phase = one.phase?.code
  const ways = [
    [
      type === 'liveBroadcast' && (phase === '0' || phase === '1') ? textOf(one, 'watchUrl') : '',
      phase === '1' ? '观看直播' : '到时从这里观看',
    ],
    [type === 'liveBroadcast' && phase === '3' ? textOf(one, 'replayUrl') : '', '看回放'],
    [type === 'studio' ? textOf(one, 'homeUrl') : '', '工作室主页'],
  ] as const
  return (
    <p className="portal-ways">
      {ways.map(([to, label]) =>
        to ? (
          <GoLink key={label} to={to} className="x-button x-button-primary x-button-large">
            {label}
          </GoLink>
        ) : null,
      )}
      {type === 'liveBroadcast' && phase === '2' && <span className="x-soft">直播已结束，没有回放。</span>}
      {type === 'resource' && file && (
        <a className="x-button x-button-primary x-button-large" href={file.download} download={file.name}>
          <Icon name="download" />
          下载（{bytes(file.bytes)}）
        </a>
      )}
    </p>
  )
}
