// Runs in the page's head before the first paint: how this reader reads, and the sign that scripts run at all. What somebody
// who is signed in has chosen stands in a cookie (`features/accounts/reading-preferences.ts`); the theme of anybody else
// stays on the device.

export const THEME_KEY = 'theme';

export const THEME_SCRIPT = `(function(d){d.dataset.js='';try{var r=(/(?:^|; )(?:__Host-)?reading=([\\w.]+)/.exec(document.cookie)||[,''])[1],t=/system|light|dark/.exec(r)||[localStorage.getItem('${THEME_KEY}')];if(r)d.dataset.reading=r.replace(/\\./g,' ');if(/^(light|dark)$/.test(t[0]))d.dataset.theme=t[0]}catch(e){}})(document.documentElement)`;
