import { local } from '#src/command/define.ts'

/** The visited page beside the one in front. */
export const nextTab = local('shell.nextTab', { keys: 'g N', run: (_, { frame }) => frame('nextTab') })
export const previousTab = local('shell.previousTab', { keys: 'g P', run: (_, { frame }) => frame('previousTab') })
export const closeTab = local('shell.closeTab', { keys: 'g Q', run: (_, { frame }) => frame('closeTab') })
export const closeOtherTabs = local('shell.closeOtherTabs', { run: (_, { frame }) => frame('closeOtherTabs') })
export const closeAllTabs = local('shell.closeAllTabs', { run: (_, { frame }) => frame('closeAllTabs') })
export const refreshTab = local('shell.refreshTab', { run: (_, { frame }) => frame('refreshTab') })

export const fullScreen = local('shell.fullScreen', { run: (_, { frame }) => frame('fullScreen') })
export const darkTheme = local('shell.darkTheme', { run: (_, { frame }) => frame('dark') })
export const lightTheme = local('shell.lightTheme', { run: (_, { frame }) => frame('light') })
export const systemTheme = local('shell.systemTheme', { run: (_, { frame }) => frame('asSystem') })
export const settings = local('shell.settings', { run: (_, { frame }) => frame('settings') })

const speaking = {
  words: { zh: ['语言'], en: ['language'], es: ['idioma'], vi: ['ngôn ngữ'], id: ['bahasa'], ja: ['言語'] },
}

/** The language of the screen: Japanese, too, which the list in the bar does not have. */
export const speakZh = local('shell.speakZh', { search: speaking, run: (_, { frame }) => frame('zh') })
export const speakEn = local('shell.speakEn', { search: speaking, run: (_, { frame }) => frame('en') })
export const speakEs = local('shell.speakEs', { search: speaking, run: (_, { frame }) => frame('es') })
export const speakVi = local('shell.speakVi', { search: speaking, run: (_, { frame }) => frame('vi') })
export const speakId = local('shell.speakId', { search: speaking, run: (_, { frame }) => frame('id') })
export const speakJa = local('shell.speakJa', { search: speaking, run: (_, { frame }) => frame('ja') })

/** One's own profile, language, password, sessions. */
export const personalCentre = local('account.title', { run: (_, { frame }) => frame('personalCentre') })
export const changePassword = local('session.changePassword', { run: (_, { frame }) => frame('changePassword') })
export const signOut = local('session.signOut', { run: (_, { frame }) => frame('signOut') })
