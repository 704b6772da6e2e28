import type { Actor } from '../../../catalogue/access/access.ts'
import { mendedAnswer, mendedBody, type MendedAnswer } from '../../../catalogue/contract/question-import.ts'
import { judgeQuestion } from '../../../catalogue/questions/judge.ts'
import { withTexts } from '../../../catalogue/questions/texts.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import type { Ground } from '../../engine/feature.ts'
import { formulaFault } from '../../engine/kinds/index.ts'
import type { PublishingNeeds } from '../../engine/publishing/index.ts'
import {
  cleanedQuestion,
  questionTextsOf,
  shownOne,
  type QuestionNeeds,
} from '../../engine/questions/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { ownPictures, withoutForeign } from './own-pictures.ts'

type Needs = Pick<QuestionNeeds, 'db'> &
  Pick<Ground, 'actorOn'> & { readonly publishing: Pick<PublishingNeeds, 'fileAddress'> }

/** Shows a question whose words are mended before it is brought in; the page has no typesetter (0190). */
export function mendedRoute(server: Server, needs: Needs): void {
  register(server, {
    access: [2, 3, 4, 5, 6],
    tag: '试题导入',
    method: 'POST',
    url: '/api/v1/question/import/shown',
    summary: '导入前改过文字的一道题：印出来的样子和其中的问题；不写入',
    body: mendedBody,
    answer: mendedAnswer,
    perMinute: 120,
    handle: ({ body }, request) => mendedQuestion(needs, needs.actorOn(request), body.question),
  })
}

/** A question as its writer mends it, with the writer's own pictures only. */
async function mendedQuestion(
  { db, publishing }: Needs,
  actor: Actor,
  typed: QuestionValue,
): Promise<MendedAnswer> {
  const cleaned = await cleanedQuestion(db, typed)
  const own = await ownPictures(db, actor, [cleaned])
  const value = withTexts(cleaned, (html) => withoutForeign(html, own))
  const texts = await questionTextsOf(db, publishing.fileAddress, [value])
  return {
    shown: { ...shownOne(texts, value), parts: value.parts.map((part) => shownOne(texts, part)) },
    faults: judgeQuestion(value, formulaFault),
    files: [...texts.files.values()],
  }
}
