import { formatRate } from '#contract/kernel/format.ts'
import { reviews } from '#contract/reviews/calls.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { formatDuration } from '#src/locale/format.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { type Description, DescriptionList } from '#src/ui/data/DescriptionList.tsx'
import styles from './OwnFigures.module.css'

/** What others do changes what waits: it is asked for again. */
const everyMs = 60_000

interface Props {
  readonly title: string
  readonly of: readonly Description[]
}

/** A row of figures: what they are of, and each with its name. */
const Figures = ({ title, of }: Props) => (
  <div className={styles.row}>
    <h2>{title}</h2>
    <DescriptionList facts={of} />
  </div>
)

function FiguresPanel() {
  const { text } = useText()
  const language = useLanguage()
  const query = useCall(reviews.figures, {}, { everyMs })
  return (
    <section className={styles.figures} aria-label={text('reviews.figures.own')}>
      <QueryResult query={query}>
        {({ decided, passed, failed, secondsEach, mine, waiting, score }) => (
          <>
            <Figures
              title={text('reviews.figures.today')}
              of={[
                [text('reviews.figures.decided'), decided],
                [text('reviews.figures.passed'), passed],
                [text('reviews.figures.failed'), failed],
                [text('reviews.figures.each'), secondsEach === null ? '–' : formatDuration(secondsEach)],
                [text('reviews.figures.mine'), mine],
                [text('reviews.figures.waiting'), waiting],
              ]}
            />
            <Figures
              title={text('reviews.figures.month')}
              of={[
                [text('reviews.figures.decided'), score.decisions],
                [text('reviews.figures.inspected'), score.inspected],
                [
                  text('reviews.figures.errorRate'),
                  score.errorRate === null ? '–' : formatRate(score.errorRate, language),
                ],
                [text('reviews.figures.overturned'), score.overturned],
              ]}
            />
          </>
        )}
      </QueryResult>
    </section>
  )
}

/** Own figures of a reviewer: of today and of the last thirty days. Whoever only looks at reviews has none. */
export const OwnFigures = () => (may('reviewQueue.request') ? <FiguresPanel /> : null)
