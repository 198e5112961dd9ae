import Koa from 'koa';

/** The baseline for comparison: bare Koa. */
const app = new Koa();
app.use((ctx) => {
  ctx.body = { status: 'success' };
});
app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('disconnect', () => process.exit(0));
