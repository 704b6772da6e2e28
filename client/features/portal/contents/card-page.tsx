import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { publicEntries } from '../../../../catalogue/contents/public-entries.gen.ts'
import type { PublicName } from '../../../../catalogue/contents/public.ts'
import type { PublicEntry } from '../../../../catalogue/contents/public-side.ts'
import type { PublicContent } from '../../../../catalogue/contract/portal/portal.ts'
import { bytes, fullDate } from '../../../platform/format.ts'
import { Icon } from '../../../ui/look/icon.tsx'
import { usePageTitle } from '../../../ui/layout/page-title.ts'
import { Attachments, Facts, Tags } from './article.tsx'
import { CourseOutline } from './course-outline.tsx'
import { GoLink } from '../go-link.tsx'
import { OnePage } from './one-page.tsx'
import { Phase } from '../phase.tsx'
import { PortalText } from '../portal-text.tsx'
import { fileOf, textOf } from '../read-field.ts'

// Of one type only: the others do not load it.
const LessonComments = lazy(async () => ({
  default: (await import('./lesson-comments.tsx')).LessonComments,
}))

const ResourceCredits = lazy(async () => ({
  default: (await import('./resource-credits.tsx')).ResourceCredits,
}))

/** One content of a type that is listed as cards. */
export function CardPage({ type, id }: { type: PublicName; id: string }) {
  const entry = publicEntries[type]
  return (
    <OnePage type={type} id={id}>
      {(one) => (
        <>
          <One entry={entry} one={one} />
          {type === 'supportLesson' && (
            <Suspense>
              <LessonComments id={one.id} />
            </Suspense>
          )}
          {type === 'resource' && (
            <Suspense>
              <ResourceCredits id={one.id} />
            </Suspense>
          )}
          {type === 'course' && <CourseOutline id={one.id} />}
        </>
      )}
    </OnePage>
  )
}

interface ShownContent {
  readonly entry: PublicEntry
  readonly one: PublicContent
}

function One({ entry, one }: ShownContent) {
  const name = textOf(one, entry.headline)
  usePageTitle(name)
  const cover = fileOf(one, entry.cover ?? '')
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
          <Facts entry={entry} one={one} />
          <Openings entry={entry} one={one} />
          {one['way'] === '1' && <RoomWay one={one} />}
        </div>
      </div>
      {entry.texts.map(({ key, label }) =>
        textOf(one, key) ? (
          <section key={key} className="portal-part">
            <h2 className="x-display">{label}</h2>
            <PortalText html={textOf(one, key)} />
          </section>
        ) : null,
      )}
      {entry.listed.map(({ key, label }) => (
        <Listed key={key} heading={label} lines={textOf(one, key).split('\n').filter(Boolean)} />
      ))}
      <Attachments one={one} />
      {entry.tags !== undefined && <Tags text={textOf(one, entry.tags)} />}
    </article>
  )
}

function Listed({ heading, lines }: { heading: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <section className="portal-part">
      <h2 className="x-display">{heading}</h2>
      <ol className="portal-lines">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </section>
  )
}

const buttonLook = 'x-button x-button-primary x-button-large'

/** Where one goes from here: to watch, to see again, to pages of its own, to the file. */
function Openings({ entry, one }: ShownContent) {
  const code = one.phase?.code
  const now = entry.opens.filter(({ phase }) => phase === undefined || phase === code)
  return (
    <p className="portal-ways">
      {now.map(({ field, label, file }) =>
        file ? (
          <Fetch key={field} field={field} label={label} one={one} />
        ) : (
          <Go key={field} to={textOf(one, field)} label={label} />
        ),
      )}
      {entry.over !== undefined && code === '2' && <span className="x-soft">{entry.over}</span>}
    </p>
  )
}

function Go({ to, label }: { to: string; label: string }) {
  if (to === '') return null
  return (
    <GoLink to={to} className={buttonLook}>
      {label}
    </GoLink>
  )
}

function Fetch({ field, label, one }: { field: string; label: string; one: PublicContent }) {
  const file = fileOf(one, field)
  if (!file) return null
  return (
    <>
      <a className={buttonLook} href={file.download} download={file.name}>
        <Icon name="download" />
        {label}（{bytes(file.bytes)}）
      </a>
      <Link className="x-button x-button-large" to={`/home/previewFiles?key=${file.id}`}>
        <Icon name="eye" />
        在线看
      </Link>
    </>
  )
}

const roomWords: Readonly<Record<string, string>> = {
  0: '到时从这里进入直播间',
  1: '进入直播间',
  3: '看回放',
}

/** The way into the room of a broadcast on this portal. Loaded anew: only that page reaches the live server. */
function RoomWay({ one: { id, phase } }: { one: PublicContent }) {
  const label = roomWords[phase?.code ?? '']
  return label === undefined ? null : (
    <p className="portal-ways">
      <a className={buttonLook} href={`/home/zhibojian?id=${id}`}>
        {label}
      </a>
    </p>
  )
}
