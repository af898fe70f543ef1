// Old-fashioned host pages: libraries that change built-in objects, quirks mode, documents rewritten by
// script.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#testing/test-cluster.ts'
import { until } from '../engine.ts'
import type { HostPage } from '../host-page.ts'
import { turnToPay, turnToSignIn } from '../visitor.ts'
import { around, written } from './document.ts'

const jquery = {
  '/jquery.js': () => ({
    type: 'text/javascript',
    body: readFileSync(join(ROOT, 'node_modules/jquery/dist/jquery.js')),
  }),
}

/** Changes to built-in objects as Prototype and similar libraries made them. */
const PATCHED_BUILTINS = `
var $A = function (list) { var out = []; for (var i = 0; i < list.length; i++) out.push(list[i]); return out };
Array.from = $A;
Array.prototype.toJSON = function () { return '[' + this.join(', ') + ']' };
String.prototype.toJSON = function () { return '"' + this + '"' };
Object.prototype.extend = function (more) { for (var name in more) this[name] = more[name]; return this };
Array.prototype.each = function (work) { for (var i = 0; i < this.length; i++) work(this[i], i) };
Array.prototype.find = Array.prototype.detect = function (work) { for (var i = 0; i < this.length; i++) if (work(this[i])) return this[i] };
Array.prototype.reduce = function () { return this.length > 1 ? this : this[0] };
Array.prototype.flat = function () { return this };
Array.prototype.entries = function () { return this };
Function.prototype.bind = function (self) { var work = this, given = $A(arguments).slice(1);
  return function () { return work.apply(self, given.concat($A(arguments))) } };
Element.prototype.remove = function () { if (this.parentNode) this.parentNode.removeChild(this); return this };
Element.prototype.update = function (html) { this.innerHTML = html; return this };
Element.prototype.hide = function () { this.style.display = 'none'; return this };
var oldEvent = window.Event;
window.Event = function (event) { return event };
window.Event.prototype = oldEvent.prototype;
window.Hash = function () {};
Date.prototype.toJSON = function () { return '"' + this + '"' };
`

/** Wrappers around browser functions, as mocks, zones and trackers install them. */
const WRAPPED_BUILTINS = `
var listen = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (type, work, how) {
  return listen.call(this, type, work && function () { return (work.handleEvent || work).apply(work.handleEvent ? work : this, arguments) }, how)
};
['setTimeout', 'setInterval', 'requestAnimationFrame'].forEach(function (name) {
  var own = window[name];
  window[name] = function (work) { var all = [].slice.call(arguments); all[0] = function () { return work.apply(this, arguments) };
    return own.apply(window, all) }
});
var Own = window.MutationObserver;
window.MutationObserver = function (work) { return new Own(function (list, me) { work(list, me) }) };
window.MutationObserver.prototype = Own.prototype;
var OwnPromise = Promise;
window.Promise = class extends OwnPromise {};
var post = window.postMessage;
window.postMessage = function () { return post.apply(window, arguments) };
console.warn = function () {};
window.fetch = function () { throw new Error('not yours') };
Object.freeze(Object.prototype);
Object.freeze(Array.prototype);
`

export const oldPages: HostPage[] = [
  {
    name: 'jquery',
    title: 'a page that inserts the tag with jQuery 1.12 and then moves a block',
    html: ({ tag, keys }) =>
      written({
        head: '<script src="/jquery.js"></script>',
        body: `<h1 data-still>Shop</h1><div id="a"></div><div id="b"></div><script>
jQuery.noConflict();
jQuery(function ($) {
  $('#a').html(${JSON.stringify(tag('auth')).replaceAll('</', '<\\/')});
  $('#a').append('<div id="more" data-bb-block="pay" data-tenant="${keys.bakery}"></div>');
});
</script>`,
      }),
    files: jquery,
    blocks: 2,
    globals: ['jQuery'],
    async act(visit) {
      await turnToSignIn(visit)
      await visit.page.run(() => {
        const jq = (window as unknown as { jQuery: (s: string) => { appendTo: (s: string) => void } }).jQuery
        jq('#more').appendTo('#b')
      })
      await turnToPay(visit)
    },
  },
  {
    name: 'taught',
    title: '[K09] a page whose library changes the prototypes of arrays, strings, functions and elements',
    html: ({ tag }) =>
      written({ head: `<script>${PATCHED_BUILTINS}</script>`, body: around(tag('auth')) + tag('pay') }),
    blocks: 2,
    async act(visit) {
      await turnToSignIn(visit)
      const reply = await visit.page.run(() =>
        (window.bb!('user') as Promise<unknown>).then(String, (why: Error) => why.message),
      )
      assert.match(reply, /null|sites/)
    },
  },
  {
    name: 'wrapped',
    title:
      '[K09] a page that wraps timers, listeners, observers and promises, and freezes built-in prototypes',
    html: ({ tag }) => written({ head: `<script>${WRAPPED_BUILTINS}</script>`, body: around(tag('auth')) }),
  },
  {
    name: 'clobbered',
    title: '[K08] a page whose forms and images are named like properties that scripts read',
    html: ({ tag }) =>
      written({
        body: around(
          `<form name="currentScript"><input name="src" value="https://evil.example/v1/bb.js"></form>
<form id="bb"><input name="v"><input name="q"></form><a id="__BB_VERSION__"></a>
<img name="readyState" alt=""><form name="documentElement"></form><img name="head" alt=""><a id="customElements"></a>
<form name="scripts"></form><img name="location" alt=""><form id="history"></form><form id="localStorage"></form>${tag('auth')}`,
        ),
      }),
    async act(visit) {
      await turnToSignIn(visit)
      const { src } = await visit.page.run(() => ({ src: document.querySelector('iframe')!.src }))
      assert.ok(src.startsWith(`${visit.world.proxy.origin}/embed/auth?`), src)
      assert.equal(await visit.page.run(() => typeof window.bb), 'function')
    },
  },
  {
    name: 'taken',
    title: 'a page that defines its own `bb` keeps it, and its blocks still work',
    html: ({ tag }) =>
      written({
        head: '<script>window.bb = { version: 3, init: function () { return "ours" } }</script>',
        body: around(tag('auth')),
      }),
    async act(visit) {
      await turnToSignIn(visit)
      const own = await visit.page.run(() =>
        (window as unknown as { bb: { init?: () => string } }).bb.init?.(),
      )
      assert.equal(own, 'ours')
      const { notes } = await visit.seen()
      assert.equal(notes.filter((note) => note.includes('[bb]')).length, 1, notes.join())
    },
  },
  {
    name: 'quirks',
    title: 'a page without a doctype and with a table layout',
    html: ({ tag }) =>
      written({
        doctype: '',
        body: `<center><table width="760" border="0" cellpadding="4" bgcolor="#eeeeee"><tr><td colspan="2" data-still><font size="5">Shop</font></td></tr>
<tr valign="top"><td width="160" data-still>Menu</td><td>${tag('auth')}</td></tr><tr><td colspan="2" data-still>Below</td></tr></table></center>`,
      }),
    async act(visit) {
      await turnToSignIn(visit)
      const width = await visit.page.run(
        () => document.querySelector('iframe')!.getBoundingClientRect().width,
      )
      assert.ok(width > 400, `the block is ${width} pixels wide`)
    },
  },
  {
    name: 'xhtml',
    title: 'a page in XHTML',
    html: ({ tag }) =>
      `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>Shop</title>` +
      `<script src="/recorder.js"></script></head><body><h1 data-still="">Shop</h1>${tag('auth').replace(' async ', ' async="async" ')}</body></html>`,
    headers: () => ({ 'content-type': 'application/xhtml+xml; charset=utf-8' }),
  },
  {
    name: 'written-tag',
    title: 'a tag that the page inserts with document.write while it loads',
    html: ({ tag }) =>
      written({
        body: around(
          `<script>document.write(${JSON.stringify(tag('auth')).replaceAll('</', '<\\/')})</script>`,
        ),
      }),
  },
  {
    name: 'rewritten',
    title: 'a page that is rewritten with document.open after it has loaded: the block is restored',
    html: ({ tag }) => written({ body: around(tag('auth')) }),
    async act(visit) {
      await turnToSignIn(visit)
      await visit.page.run(() => {
        const tag = document.querySelector('script[data-block]')!.outerHTML
        document.open()
        document.write(
          `<!doctype html><title>New</title><script src="/recorder.js"></script><h1>New</h1>${tag}`,
        )
        document.close()
      })
      await visit.ready(2)
      await until('the new document', () =>
        visit.page.run(() => document.querySelector('h1')?.textContent === 'New'),
      )
      await turnToSignIn(visit)
    },
  },
]
