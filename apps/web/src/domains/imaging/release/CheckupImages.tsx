import { bySeverity } from '@sukoyaka/rules/record/checkup'
import type { ImageTestResult } from '@sukoyaka/wire/record/imaging'
import { useTranslation } from 'react-i18next'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { MarkIcon } from '../../../ui/status/marks.tsx'
import { useListImageTestResultsQuery } from '../api.ts'
import { type Audience, useImageTexts } from '../image-texts.ts'
import classes from './CheckupImages.module.css'

type Props = { checkup: { id: number; user_id: number }; audience: Audience }

/** The findings of the images of a checkup, the worst first, as staff or the patient read them. Renders nothing if there are none. */
export function CheckupImages({ checkup: { id, user_id }, audience }: Props) {
  const { t } = useTranslation('imaging')
  return (
    <QueryView
      query={useListImageTestResultsQuery({ user_id, include: ['category'] })}
      error={t(audience === 'patient' ? 'patient.error' : 'tab.error')}
      skeleton={null}
    >
      {({ items }) => {
        const ofCheckup = items.filter(({ test_package_id }) => test_package_id === id)
        if (ofCheckup.length === 0) return null
        return (
          <section>
            <h3 className={classes.heading}>{t('checkup.title')}</h3>
            <ul>
              {ofCheckup
                .toSorted((a, b) => bySeverity(judgedOf(a), judgedOf(b)))
                .map((result) => (
                  <Finding key={result.id} result={result} audience={audience} />
                ))}
            </ul>
          </section>
        )
      }}
    </QueryView>
  )
}

const judgedOf = ({ status }: ImageTestResult) => ({ status: status as 0 | 1 | 2 | null, is_serious: false })

function Finding({ result, audience }: { result: ImageTestResult; audience: Audience }) {
  const { name, tone, word, followUp } = useImageTexts(audience, result)
  return (
    <li className={classes.row}>
      <span className={classes.name}>{name}</span>
      <span className={classes.status} data-tone={tone}>
        <MarkIcon tone={tone} /> {word}
      </span>
      {result.finding ? (
        <p className={classes.finding} lang="ja">
          {result.finding}
        </p>
      ) : null}
      {followUp ? <p className={classes.finding}>{followUp}</p> : null}
    </li>
  )
}
