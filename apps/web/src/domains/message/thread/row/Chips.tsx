import type { Message } from '@sukoyaka/wire/care/message'
import { IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../ui/date/tokyo.ts'
import { Tooltip } from '../../../../ui/overlay/Tooltip.tsx'
import { listSeparator } from '../../../../ui/text/list-separator.ts'
import { useListEmoticonsQuery } from '../api.ts'
import classes from './Chips.module.css'
import type { RowActions } from './row-actions.ts'

/** Likes and reactions below a message; a click adds or removes one's own. */
export function Chips({ message, actions }: { message: Message; actions: Pick<RowActions, 'like' | 'react' | 'onReply'> }) {
  const hasAny = message.reactions.length > 0 || message.like_count > 0
  return hasAny ? <ReactionChips message={message} actions={actions} /> : null
}

function ReactionChips({ message, actions: { like, react, onReply } }: Parameters<typeof Chips>[0]) {
  const { t } = useTranslation('conversation')
  const language = useLanguage()
  const emoticons = useListEmoticonsQuery({}).data?.items
  const Thumb = message.my_like_id === null ? IconThumbUp : IconThumbUpFilled
  return (
    <div className={classes.chips}>
      {message.like_count > 0 ? (
        <button
          type="button"
          className={classes.chip}
          aria-pressed={message.my_like_id !== null}
          aria-label={t('react.like', { count: message.like_count })}
          disabled={!onReply}
          onClick={() => like(message)}
        >
          <Thumb aria-hidden />
          {message.like_count}
        </button>
      ) : null}
      {message.reactions.map(({ emoticon, count, mine_id, names }) => {
        const known = emoticons?.find(({ code }) => code === emoticon)
        const label = t('react.chip', { name: known?.display_name ?? emoticon, count, names: names.join(listSeparator(language)) })
        return (
          <Tooltip key={emoticon} label={label}>
            <button
              type="button"
              className={classes.chip}
              aria-pressed={mine_id !== null}
              aria-label={label}
              disabled={!onReply}
              onClick={() => react(message, emoticon)}
            >
              <span aria-hidden="true" className={classes.emoji}>
                {known?.emoji ?? '·'}
              </span>
              {count}
            </button>
          </Tooltip>
        )
      })}
    </div>
  )
}
