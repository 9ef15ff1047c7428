import type { ReleaseItem } from '@sukoyaka/wire/boards/release-queue'
import { maxReleaseComment } from '@sukoyaka/wire/boards/release-queue'
import type { TodayItem } from '@sukoyaka/wire/boards/today'
import { IconChevronDown, IconChevronUp, IconExternalLink, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { ReleasePreview, ReleaseValues } from '../checkup/release/ReleaseValues.tsx'
import { Contacts } from '../today/Contacts.tsx'
import type { Draft } from './drafts.ts'
import { PhoneNumber } from './QueueRow.tsx'
import classes from './ReleasePane.module.css'
import { useCheckupName, useIdentity } from './words.ts'

type Props = {
  item: ReleaseItem
  /** Drug allergies of the patient. */
  alert: ReactNode
  draft: Draft
  isReviewed: boolean
  isReleasing: boolean
  onChange: (change: Partial<Draft>) => void
  onContact: (row: TodayItem) => void
  /** Marks the checkup as reviewed, or releases an urgent one, and moves to the next row. */
  onDone: () => void
  onSkip: () => void
  onPrevious: (() => void) | undefined
}

/** The results of one patient beside the queue: values, call, comment and what the patient will see. */
export function ReleasePane(props: Props) {
  const { t } = useTranslation('release_queue')
  const { item, onDone, onSkip, onPrevious } = props
  const { name, kana, facts } = useIdentity()(item)
  const checkupName = useCheckupName()
  return (
    <aside className={classes.pane} aria-label={t('pane.label', { name })}>
      <Form className={classes.form} onSubmit={onDone}>
        <header className={classes.head}>
          <div className={classes.titles}>
            <h2 lang="ja">
              <Link to={`/${item.patient.id}/summary`} title={t('pane.record')}>
                {name}
                <IconExternalLink aria-hidden />
              </Link>
            </h2>
            <p className={classes.facts}>
              <span lang="ja">{kana}</span> <span>{facts}</span>
            </p>
            <p className={classes.facts}>{checkupName(item)}</p>
            {props.alert}
          </div>
          <IconButton label={t('pane.previous')} icon={<IconChevronUp aria-hidden />} disabled={!onPrevious} onClick={onPrevious} />
          <IconButton label={t('pane.next')} icon={<IconChevronDown aria-hidden />} onClick={onSkip} />
        </header>
        <div className={classes.body}>
          <Fields {...props} />
        </div>
        <footer className={classes.foot}>
          <Actions {...props} />
        </footer>
      </Form>
    </aside>
  )
}

/** The pane as a dialog, for narrow windows. */
export function ReleaseDialog({ onClose, ...props }: Props & { onClose: () => void }) {
  const { item, onDone } = props
  const { name, kana, facts } = useIdentity()(item)
  return (
    <Dialog
      title={<span lang="ja">{name}</span>}
      subtitle={`${kana} ${facts}`}
      width={640}
      onClose={onClose}
      onSubmit={onDone}
      footer={() => <Actions {...props} />}
    >
      <div className={classes.stack}>
        {props.alert}
        <Fields {...props} />
      </div>
    </Dialog>
  )
}

function Fields({ item, draft, onChange, onContact }: Props) {
  const { t } = useTranslation('release_queue')
  const isUrgent = item.group === 'urgent'
  return (
    <>
      <ReleaseValues checkup={item.checkup} />
      {isUrgent ? (
        <div className={classes.call}>
          <PhoneNumber number={item.patient.phone_number} />
          <p className={classes.note}>{t('pane.callText')}</p>
          {item.board_row ? (
            <>
              <Contacts contacts={item.board_row.contacts} />
              <Button icon={<IconPhone aria-hidden />} onClick={() => onContact(item.board_row!)}>
                {t('pane.contact')}
              </Button>
            </>
          ) : null}
        </div>
      ) : null}
      <TextArea
        label={t('pane.comment')}
        value={draft.comment}
        maxLength={maxReleaseComment}
        rows={4}
        lang="ja"
        data-release-comment=""
        onChange={(comment) => onChange({ comment, reviewed_version: null })}
      />
      <div className={classes.preview}>
        <ReleasePreview checkup={item.checkup} comment={draft.comment} />
      </div>
    </>
  )
}

function Actions({ item, draft, isReviewed, isReleasing, onChange, onSkip }: Props) {
  const { t } = useTranslation('release_queue')
  const isUrgent = item.group === 'urgent'
  const isTooLong = [...draft.comment].length > maxReleaseComment
  return (
    <>
      {isUrgent && !item.checkup.called_on ? (
        <p className={classes.missing} id="release-call-missing">
          {t('pane.calledMissing')}
        </p>
      ) : null}
      {isReviewed ? (
        <Button kind="neutral" onClick={() => onChange({ reviewed_version: null })}>
          {t('pane.undoReview')}
        </Button>
      ) : (
        <Button kind="neutral" onClick={onSkip}>
          {t('pane.skip')}
        </Button>
      )}
      <Button
        kind="primary"
        type="submit"
        loading={isReleasing}
        disabled={isTooLong || (isUrgent && !item.checkup.called_on)}
        aria-describedby={isUrgent && !item.checkup.called_on ? 'release-call-missing' : undefined}
      >
        {t(isUrgent ? 'pane.release' : 'pane.review')}
      </Button>
    </>
  )
}
