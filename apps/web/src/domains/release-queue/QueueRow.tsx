import { formatPhone } from '@sukoyaka/rules/person'
import { formatUnit } from '@sukoyaka/rules/record/answer'
import { directionOf, markedStatus, needsAttention } from '@sukoyaka/rules/record/checkup'
import { isFarBeyond } from '@sukoyaka/rules/record/laboratory/far-limits'
import { formatRange, formatValue } from '@sukoyaka/rules/value'
import type { ReleaseItem } from '@sukoyaka/wire/boards/release-queue'
import type { ResultStatus } from '@sukoyaka/wire/record/checkup'
import { IconCheck, IconPencil, IconPhone, IconPhoneCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Badge } from '../../ui/status/Badge.tsx'
import { Flag } from '../../ui/status/Flag.tsx'
import { StatusMark } from '../../ui/status/StatusMark.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'
import { separatorOf } from '../../ui/text/text-lang.ts'
import { FarWord } from '../checkup/FarWord.tsx'
import { ProviderJudgements } from '../checkup/ProviderJudgements.tsx'
import { type Draft, type Drafts, draftOf, isReviewed } from './drafts.ts'
import classes from './Queue.module.css'
import { useCheckupName, useIdentity } from './words.ts'

type Props = { item: ReleaseItem; drafts: Drafts; isSelected: boolean; onSelect: () => void }

/** One checkup of the queue: patient, notable values, and the state of review, comment or contact. */
export function QueueRow({ item, drafts, isSelected, onSelect }: Props) {
  const { t } = useTranslation('release_queue')
  const { name } = useIdentity()(item)
  return (
    <li className={classes.row} data-release-row={item.checkup.id} data-selected={isSelected || undefined}>
      <Identity item={item} />
      <Notable item={item} />
      <State item={item} draft={draftOf(drafts, item)} isReviewed={isReviewed(drafts, item)} />
      <Button
        kind={isSelected ? 'soft' : 'secondary'}
        className={classes.open}
        size="small"
        aria-current={isSelected || undefined}
        aria-label={t(isSelected ? 'row.openedNamed' : 'row.openNamed', { name })}
        onClick={onSelect}
      >
        {t(isSelected ? 'row.opened' : 'row.open')}
      </Button>
    </li>
  )
}

export function Identity({ item }: { item: ReleaseItem }) {
  const { name, kana, facts } = useIdentity()(item)
  const checkupName = useCheckupName()
  return (
    <div className={classes.person}>
      <p className={classes.name} lang="ja">
        {name}
      </p>
      <p className={classes.facts}>
        {kana ? <span lang="ja">{kana}</span> : null}
        <span>{facts}</span>
      </p>
      <p className={classes.facts}>{checkupName(item)}</p>
    </div>
  )
}

function Notable({ item: { group, checkup, findings, has_open_values } }: { item: ReleaseItem }) {
  const { t } = useTranslation('release_queue')
  const language = useLanguage()
  const dot = separatorOf(language)
  const shown = (status: ResultStatus | null) =>
    findings.notable.filter((value) => markedStatus({ status: value.status as ResultStatus | null, is_serious: value.is_serious }) === status).length
  const rest = [
    ['unhealthy', findings.unhealthy - shown(1)] as const,
    ['warning', findings.warning - shown(2)] as const,
    ['unknown', findings.unknown - shown(null)] as const,
  ].flatMap(([key, count]) => (count > 0 ? [t(`row.${key}`, { count })] : []))
  return (
    <div className={classes.values}>
      {has_open_values ? <Badge tone="warning">{t('row.openValues')}</Badge> : null}
      {findings.notable.map(({ result_id, category, value, comparator, status, healthy, history, is_serious }) => {
        const direction = healthy ? directionOf({ value, comparator }, { healthy }) : undefined
        const mark = status as ResultStatus | null
        const previous = history.at(-2)
        return (
          <p key={result_id} className={classes.value} data-serious={is_serious || undefined}>
            <StatusMark status={mark} audience="staff" withWord={false} />
            <span lang={recordLang(category.display_name, language)}>{category.display_name}</span>
            <b>{formatValue({ value, comparator }, category)}</b>
            <small>{formatUnit(category.unit_display, language)}</small>
            {direction ? <Flag direction={direction} status={mark} /> : null}
            {!is_serious && isFarBeyond({ name: category.name, value, status }) ? <FarWord /> : null}
            {group === 'urgent' && is_serious ? (
              <small>
                {[previous ? t('row.previous', { value: formatValue(previous, category) }) : '', healthy ? formatRange(healthy, category) : '']
                  .filter(Boolean)
                  .join('　')}
              </small>
            ) : null}
          </p>
        )
      })}
      {rest.length ? <p className={classes.rest}>{findings.notable.length ? t('row.more', { counts: rest.join(dot) }) : rest.join(dot)}</p> : null}
      <ProviderJudgements judgements={checkup.provider_judgements.filter((judgement) => judgement.is_overall || needsAttention(judgement))} />
    </div>
  )
}

function State({ item: { group, patient, checkup, board_row }, draft: { comment }, isReviewed }: { item: ReleaseItem; draft: Draft; isReviewed: boolean }) {
  const { t } = useTranslation('release_queue')
  const language = useLanguage()
  const tried = board_row?.contacts.filter(({ outcome }) => outcome === 'not_reached').length ?? 0
  if (group === 'urgent')
    return (
      <div className={classes.state}>
        <Badge tone={checkup.called_on ? 'healthy' : 'outline'} icon={checkup.called_on ? <IconPhoneCheck aria-hidden /> : undefined}>
          {checkup.called_on
            ? t('row.called', { day: formatDate(checkup.called_on, language, { year: false }) })
            : tried
              ? t('row.tried', { count: tried })
              : t('row.notCalled')}
        </Badge>
        <PhoneNumber number={patient.phone_number} />
      </div>
    )
  return (
    <p className={classes.state}>
      {isReviewed ? (
        <Badge tone="healthy" icon={<IconCheck aria-hidden />}>
          {t('row.reviewed')}
        </Badge>
      ) : comment.trim() ? (
        <span className={classes.quiet}>
          <IconPencil className={classes.stateIcon} aria-hidden />
          {t('row.draft')}
        </span>
      ) : null}
      {isReviewed || !comment.trim() ? <span className={classes.quiet}>{t(comment.trim() ? 'row.comment' : 'row.noComment')}</span> : null}
    </p>
  )
}

export function PhoneNumber({ number }: { number: string | null }) {
  const { t } = useTranslation('release_queue')
  if (!number) return <span className={classes.quiet}>{t('row.noPhone')}</span>
  return (
    <a className={classes.phone} href={`tel:${number}`} aria-label={t('row.phone', { number: formatPhone(number) })}>
      <IconPhone className={classes.stateIcon} aria-hidden />
      {formatPhone(number)}
    </a>
  )
}
