import type { JobStressCheck } from '@sukoyaka/wire/record/stress-check'
import { IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { useGetStressDraftQuery, useGetStressLinkQuery, useListJobStressChecksQuery } from './api.ts'
import classes from './StressResult.module.css'
import { StressResult } from './StressResult.tsx'

const questionCount = 57

type Props = { user_id: number; isOwn: boolean }

/** One stress check result, at first the latest, and a list to choose from; staff see shared ones only. */
export function StressChecks({ user_id, isOwn }: Props) {
  const { t } = useTranslation('stress_check')
  const query = useListJobStressChecksQuery({ user_id, limit: 20 })
  return (
    <QueryView query={query} error={t('error')} skeleton={<SkeletonLines count={6} />}>
      {({ items }) => <Checks items={items} user_id={user_id} isOwn={isOwn} />}
    </QueryView>
  )
}

function Checks({ items, user_id, isOwn }: Props & { items: JobStressCheck[] }) {
  const { t } = useTranslation('stress_check')
  const language = useLanguage()
  const [chosen, setChosen] = useState<number>()
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === chosen),
  )
  const check = items[at]
  const verdict = ({ is_high_stress }: JobStressCheck) =>
    isOwn ? t(is_high_stress ? 'list.high' : 'list.notHigh') : t(is_high_stress ? 'result.staffHigh' : 'result.staffNotHigh')
  return (
    <div className={isOwn || !check ? classes.stack : classes.beside}>
      {isOwn ? <AnswerCard user_id={user_id} isFirst={items.length === 0} /> : null}
      {check ? (
        <StressResult key={check.id} check={check} before={items[at + 1]} isOwn={isOwn} />
      ) : isOwn ? null : (
        <Empty title={t('emptyStaff')} text={t('emptyStaffText')} />
      )}
      {check && !isOwn ? <Sharing check={check} /> : null}
      {items.length > 1 ? (
        <Card title={t('history.title')} count={items.length}>
          <ul className={classes.list}>
            {items.map((stressCheck) => (
              <li key={stressCheck.id}>
                <button
                  type="button"
                  className={classes.row}
                  aria-current={stressCheck === check ? 'true' : undefined}
                  onClick={() => setChosen(stressCheck.id)}
                >
                  <time className={classes.day} dateTime={stressCheck.answered_at}>
                    {formatDate(stressCheck.answered_at, language)}
                  </time>
                  <span>{verdict(stressCheck)}</span>
                </button>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </div>
  )
}

/** Who may see the result, for staff. */
function Sharing({ check }: { check: JobStressCheck }) {
  const { t } = useTranslation('stress_check')
  const language = useLanguage()
  return (
    <Card title={t('sharing.title')}>
      <p className={classes.shared}>
        <IconUserCheck aria-hidden />
        <span>
          {t('sharing.team')}
          {check.consented_at ? <small>{t('sharing.since', { day: formatDate(check.consented_at, language) })}</small> : null}
        </span>
      </p>
    </Card>
  )
}

/** Link that starts the questionnaire, or continues the unfinished one. */
function AnswerCard({ user_id, isFirst }: { user_id: number; isFirst: boolean }) {
  const { t } = useTranslation('stress_check')
  const { data } = useGetStressDraftQuery({ user_id }, { refetchOnMountOrArgChange: true })
  const { data: link } = useGetStressLinkQuery({ user_id })
  const answered = data?.answers.length ?? 0
  return (
    <Card title={t('answer.title')}>
      <p className={classes.text}>{t('page.intro')}</p>
      <ButtonLink kind={isFirst || answered > 0 ? 'primary' : 'secondary'} size="large" forward to={`/${user_id}/stress_check/answer`}>
        {answered > 0 ? t('resume', { answered, total: questionCount }) : t(isFirst ? 'start' : 'again')}
      </ButtonLink>
      {link?.url ? (
        <p className={classes.text}>
          <a href={link.url} target="_blank" rel="noreferrer">
            {t('externalForm')}
          </a>
        </p>
      ) : null}
    </Card>
  )
}
