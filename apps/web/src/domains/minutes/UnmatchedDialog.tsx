import { fullName } from '@sukoyaka/rules/person'
import type { MinutesCandidate, UnmatchedMinutes } from '@sukoyaka/wire/care/minutes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { save } from '../../ui/form/save.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../ui/loading/Skeleton.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Avatar } from '../../ui/status/Avatar.tsx'
import { listSeparator } from '../../ui/text/list-separator.ts'
import { useAssignUnmatchedMinutesMutation, useListUnmatchedMinutesQuery, useRemoveUnmatchedMinutesMutation } from './api.ts'
import classes from './Unmatched.module.css'

/** Meeting minutes without an interview, each with the interviews of the days around it as candidates. */
export function UnmatchedDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('minutes')
  return (
    <Dialog
      title={t('unmatched.title')}
      width={640}
      onClose={onClose}
      footer={(close) => (
        <Button kind="secondary" onClick={close}>
          {t('unmatched.close')}
        </Button>
      )}
    >
      <p className={classes.lead}>{t('unmatched.lead')}</p>
      <QueryView query={useListUnmatchedMinutesQuery({})} error={t('unmatched.error')} empty={t('unmatched.none')} skeleton={<SkeletonRows count={3} />}>
        {({ items }) => (
          <ul className={classes.list}>
            {items.map((minutes) => (
              <UnmatchedItem key={minutes.id} minutes={minutes} />
            ))}
          </ul>
        )}
      </QueryView>
    </Dialog>
  )
}

/** Candidates shown initially; the best matches come first. */
const maxInitial = 4

/** Candidates whose patient is among the attendees come first, then the closest in time. */
const attendedFirst = ({ attendees, candidates }: UnmatchedMinutes) => {
  const bare = (name: string) => name.replace(/\s/g, '')
  const there = new Set(attendees.map(bare))
  const wasThere = ({ interviewee }: MinutesCandidate) => there.has(bare(fullName(interviewee, 'ja')))
  return [...candidates.filter(wasThere), ...candidates.filter((candidate) => !wasThere(candidate))]
}

function UnmatchedItem({ minutes }: { minutes: UnmatchedMinutes }) {
  const { t } = useTranslation('minutes')
  const language = useLanguage()
  const [isConfirming, setIsConfirming] = useState(false)
  const [isExpanded, setIsExpanded] = useState(false)
  const [assign, { isLoading, originalArgs }] = useAssignUnmatchedMinutesMutation()
  const [remove, removing] = useRemoveUnmatchedMinutesMutation()
  const name = minutes.name || t('unmatched.untitled')
  const candidates = attendedFirst(minutes)
  const visibleCandidates = isExpanded ? candidates : candidates.slice(0, maxInitial)
  const choose = (interview_id: number) =>
    void save(() => assign({ id: minutes.id, interview_id }), { done: t('unmatched.assigned'), failed: t('unmatched.failed'), text: name })
  const run = () => void save(() => remove({ id: minutes.id }), { done: t('unmatched.removed'), failed: t('unmatched.removeFailed'), text: name })
  return (
    <li className={classes.waiting}>
      <div className={classes.head}>
        <div>
          <h3 className={classes.name} lang="ja">
            {name}
          </h3>
          <p className={classes.facts}>
            {formatDate(minutes.met_at, language, { weekday: true, time: true })}
            {minutes.duration_seconds ? `\u3000${t('unmatched.minutes', { count: Math.max(1, Math.round(minutes.duration_seconds / 60)) })}` : ''}
          </p>
          {minutes.attendees.length ? (
            <p className={classes.facts} lang="ja">
              {t('unmatched.attendees', { names: minutes.attendees.join(listSeparator(language)) })}
            </p>
          ) : null}
        </div>
        {isConfirming ? null : (
          <Button kind="neutral" size="small" onClick={() => setIsConfirming(true)}>
            {t('unmatched.remove')}
          </Button>
        )}
      </div>
      {isConfirming ? (
        <div className={classes.ask}>
          <p>{t('unmatched.removeAsk')}</p>
          <Button kind="neutral" size="small" onClick={() => setIsConfirming(false)}>
            {t('cancel')}
          </Button>
          <Button kind="danger" size="small" loading={removing.isLoading} onClick={run}>
            {t('unmatched.removeConfirm')}
          </Button>
        </div>
      ) : null}
      {minutes.candidates.length ? (
        <>
          <p className={classes.caption}>{t('unmatched.choose')}</p>
          <ul className={classes.candidates}>
            {visibleCandidates.map((candidate) => (
              <Candidate
                key={candidate.id}
                candidate={candidate}
                loading={isLoading && originalArgs?.interview_id === candidate.id}
                onChoose={() => choose(candidate.id)}
              />
            ))}
          </ul>
          {visibleCandidates.length < candidates.length ? (
            <Button kind="ghost" size="small" onClick={() => setIsExpanded(true)}>
              {t('unmatched.all', { count: candidates.length })}
            </Button>
          ) : null}
        </>
      ) : (
        <p className={classes.facts}>{t('unmatched.noCandidates')}</p>
      )}
    </li>
  )
}

function Candidate({ candidate, loading, onChoose }: { candidate: MinutesCandidate; loading: boolean; onChoose: () => void }) {
  const { t } = useTranslation(['minutes', 'interview'])
  const language = useLanguage()
  const { interviewee, conducted_at, name, kind } = candidate
  const patientName = fullName(interviewee, language)
  return (
    <li className={classes.candidate}>
      <Avatar person={interviewee} size={28} />
      <div className={classes.of}>
        <span className={classes.who} lang="ja">
          {patientName}
        </span>
        <span className={classes.facts}>
          {formatDate(conducted_at, language, { weekday: true, time: true })}
          {'\u3000'}
          <span className={classes.whole} lang={name.trim() ? 'ja' : undefined}>
            {name.trim() || t(`interview:kind.${kind}`)}
          </span>
        </span>
      </div>
      <Button size="small" loading={loading} onClick={onChoose} aria-label={t('minutes:unmatched.assignNamed', { name: patientName })}>
        {t('minutes:unmatched.assign')}
      </Button>
    </li>
  )
}
