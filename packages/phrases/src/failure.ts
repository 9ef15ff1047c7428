import { phrases } from './language.ts'

/** Needed even if no translations could be loaded; therefore the web app imports them instead of fetching them from /locales. */
export const failure = phrases({
  ja: {
    'status.400': '送信された内容に誤りがあります。',
    'status.401': 'ログインが必要です。',
    'status.403': 'この操作を行う権限がありません。',
    'status.404': '見つかりませんでした。',
    'status.500': 'サーバーで問題が起きました。しばらくしてからもう一度お試しください。',
    'status.502': 'サーバーの応答を受け取れませんでした。しばらくしてからもう一度お試しください。',
    'status.other': '通信で問題が起きました（{{status}} {{statusText}}）。{{body}}',
    FETCH_ERROR: 'サーバーに接続できません。通信状況を確認して、もう一度お試しください。',
    TIMEOUT_ERROR: '応答に時間がかかっています。通信状況を確認して、もう一度お試しください。',
    title: 'サーバーに接続できません',
    retry: '再試行',
  },
  en: {
    'status.400': 'The request is not valid.',
    'status.401': 'You need to sign in.',
    'status.403': 'You don’t have permission to do this.',
    'status.404': 'Not found.',
    'status.500': 'Something went wrong on the server. Please try again later.',
    'status.502': 'Couldn’t get a response from the server. Please try again later.',
    'status.other': 'Something went wrong ({{status}} {{statusText}}). {{body}}',
    FETCH_ERROR: 'Can’t reach the server. Check your connection and try again.',
    TIMEOUT_ERROR: 'The server is taking too long to respond. Check your connection and try again.',
    title: 'Can’t reach the server',
    retry: 'Try again',
  },
  kr: {
    'status.400': '보낸 내용에 오류가 있습니다.',
    'status.401': '로그인이 필요합니다.',
    'status.403': '이 작업을 수행할 권한이 없습니다.',
    'status.404': '찾을 수 없습니다.',
    'status.500': '서버에서 문제가 발생했습니다. 잠시 후 다시 시도해 주십시오.',
    'status.502': '서버의 응답을 받지 못했습니다. 잠시 후 다시 시도해 주십시오.',
    'status.other': '통신 중 문제가 발생했습니다({{status}} {{statusText}}). {{body}}',
    FETCH_ERROR: '서버에 연결할 수 없습니다. 통신 상태를 확인한 후 다시 시도해 주십시오.',
    TIMEOUT_ERROR: '응답이 지연되고 있습니다. 통신 상태를 확인한 후 다시 시도해 주십시오.',
    title: '서버에 연결할 수 없습니다',
    retry: '다시 시도',
  },
})
