import { fullName } from '@sukoyaka/rules/person'
import type { MessagePin } from '@sukoyaka/wire/care/message-mark'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'

/** `text`: the text of a pinned message, else the name of its first file or image, else its kind. `by`: its author and date. */
export function usePinWords() {
  const { t } = useTranslation('message_room')
  const language = useLanguage()
  return {
    text: ({ message }: MessagePin) =>
      message.body.trim() ||
      message.files[0]?.name ||
      message.images[0]?.name ||
      t(message.message_type !== 'user' ? `row.${message.message_type}` : message.content_type === 'image' ? 'row.image' : 'row.file'),
    by: ({ message }: MessagePin) =>
      t('pins.by', { name: fullName(message.sender, language), date: formatDate(message.published_at, language, { year: false }) }),
  }
}
