import type { Role } from '@sukoyaka/wire/access'
import type { InterviewProposal, Message } from '@sukoyaka/wire/care/message'
import { IconCalendarQuestion } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/use-permission.ts'
import { Button, ButtonLink } from '../../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { Badge } from '../../../ui/status/Badge.tsx'
import classes from './Card.module.css'

const ChooseDialog = lazyNamed(() => import('./ChooseDialog.tsx'), 'ChooseDialog')
const DeclineDialog = lazyNamed(() => import('./DeclineDialog.tsx'), 'DeclineDialog')

/** Proposed interview times. The patient accepts one or declines all, or staff accept one on the patient's behalf; the card then shows the outcome. */
export function InterviewProposalCard({ message, viewer }: { message: Message; viewer: Role }) {
  const { t } = useTranslation('message_card')
  const mayBook = usePermission('bookings.propose')
  const [isOnBehalf, setOnBehalf] = useState(false)
  const [start, setStart] = useState<string>()
  const [isDeclining, setDeclining] = useState(false)
  const proposal = message.interview_proposal
  if (!proposal) return null
  const { kind, meeting_type, minutes, starts, chosen_at, interview_id, declined_at, wanted_starts } = proposal
  const isPatient = viewer === 'patient'
  const isDeclined = chosen_at === null && declined_at !== null
  const isOver = isDeclined || (chosen_at === null && starts.every(isPast))
  const mayChoose = chosen_at === null && !isOver && (isPatient || (mayBook && isOnBehalf))
  return (
    <article className={classes.card}>
      <header className={classes.head}>
        <IconCalendarQuestion aria-hidden />
        <h3 className={classes.title}>{t(isPatient ? 'proposal.title' : 'proposal.staffTitle')}</h3>
        <Badge tone={chosen_at ? 'accent' : 'outline'}>
          {t(chosen_at ? 'proposal.settled' : isDeclined ? 'proposal.declined' : isOver ? 'proposal.over' : 'proposal.waiting')}
        </Badge>
      </header>
      {message.body ? (
        <p className={classes.words} lang="ja">
          {message.body}
        </p>
      ) : isPatient && mayChoose ? (
        <p className={classes.words}>{t('proposal.asks')}</p>
      ) : null}
      <dl className={classes.facts}>
        <dt>{t('proposal.kind')}</dt>
        <dd>{t(`kind.${kind}`)}</dd>
        <dt>{t('proposal.way')}</dt>
        <dd>{t(`proposal.${meeting_type}`)}</dd>
        <dt>{t('proposal.minutes')}</dt>
        <dd>{t('proposal.minutesOf', { count: minutes })}</dd>
      </dl>
      <ul className={classes.starts}>
        {starts
          .filter((at) => chosen_at === null || at === chosen_at)
          .map((at) => (
            <StartRow key={at} at={at} proposal={proposal} {...(mayChoose && { onChoose: () => setStart(at) })} />
          ))}
      </ul>
      {isDeclined ? <Declined starts={wanted_starts} isPatient={isPatient} /> : null}
      {interview_id !== null ? (
        <div className={classes.actions}>
          <ButtonLink size={isPatient ? 'medium' : 'small'} to={`/interviews/${interview_id}`}>
            {t('proposal.open')}
          </ButtonLink>
        </div>
      ) : !isPatient && mayBook && !isOnBehalf && !isOver ? (
        <div className={classes.actions}>
          <Button kind="ghost" size="small" onClick={() => setOnBehalf(true)}>
            {t('proposal.byHand')}
          </Button>
        </div>
      ) : null}
      {isPatient && mayChoose ? (
        <div className={classes.actions}>
          <Button kind="ghost" onClick={() => setDeclining(true)}>
            {t('proposal.decline')}
          </Button>
        </div>
      ) : null}
      <Suspense>
        {isDeclining ? <DeclineDialog id={message.id} onClose={() => setDeclining(false)} /> : null}
        {start ? <ChooseDialog id={message.id} start={start} isPatient={isPatient} onClose={() => setStart(undefined)} /> : null}
      </Suspense>
    </article>
  )
}

/** Says that the patient declined all times, and lists the times that the patient proposed instead, if any. */
function Declined({ starts, isPatient }: { starts: readonly string[]; isPatient: boolean }) {
  const { t } = useTranslation('message_card')
  const language = useLanguage()
  return (
    <>
      <p className={classes.words}>{t(isPatient ? 'proposal.declinedText' : 'proposal.declinedStaff')}</p>
      {starts.length ? (
        <dl className={classes.facts}>
          <dt>{t('proposal.wanted')}</dt>
          <dd>
            {starts.map((at) => (
              <div key={at}>{formatDate(at, language, { weekday: true, time: true })}</div>
            ))}
          </dd>
        </dl>
      ) : null}
    </>
  )
}

const isPast = (at: string) => Date.parse(at) <= Date.now()

function StartRow({ at, proposal: { chosen_at }, onChoose }: { at: string; proposal: InterviewProposal; onChoose?: () => void }) {
  const { t } = useTranslation('message_card')
  const language = useLanguage()
  const dateText = formatDate(at, language, { weekday: true, time: true })
  const isExpired = chosen_at === null && isPast(at)
  return (
    <li className={clsx(classes.start, chosen_at && classes.taken, isExpired && classes.passed)}>
      <span>{dateText}</span>
      {isExpired ? (
        <span className={classes.state}>{t('proposal.past')}</span>
      ) : onChoose ? (
        <Button kind="soft" aria-label={t('proposal.chooseNamed', { at: dateText })} onClick={onChoose}>
          {t('proposal.choose')}
        </Button>
      ) : null}
    </li>
  )
}
